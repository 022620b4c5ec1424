// Numbers and how they are printed.

export function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** `3.2 ms`, `412 ms`, `61.4 MiB`, `0.87×`. */
export const milliseconds = (value) => `${value.toFixed(value < 100 ? 2 : 0)} ms`;
export const mebibytes = (value) => `${(value / 1024 / 1024).toFixed(1)} MiB`;
export const ratio = (value) => `${value.toFixed(value < 0.1 ? 4 : 2)}×`;

/** Prints rows in columns; the first is aligned left, the others right. */
export function printTable(heading, rows) {
	const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map((row) => row[column].length)));
	const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
	console.log(line(heading));
	console.log(widths.map((width) => '─'.repeat(width)).join('──'));
	for (const row of rows) console.log(line(row));
}
