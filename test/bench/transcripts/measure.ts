/** Reads the transcripts that are named and prints how long each took and how much memory the process needed at most. */

import { readSession } from '../../../src/host/transcripts/sessions.js';

async function main(paths: readonly string[]): Promise<void> {
	const results = [];
	for (const path of paths) {
		const started = performance.now();
		const reading = await readSession(path);
		const milliseconds = performance.now() - started;
		if (!reading.ok) throw new Error(`${path}: ${reading.failure}`);
		const { lines, skippedLines, loads, startup, attached, touched, uncounted } = reading.record;
		results.push({
			milliseconds,
			// Kibibytes on Linux and macOS; the most that the process ever had.
			peakBytes: process.resourceUsage().maxRSS * 1024,
			lines,
			skippedLines,
			startup: startup.length,
			attached: attached.length,
			loads: loads.length,
			touched: touched.length,
			uncounted,
		});
	}
	process.stdout.write(JSON.stringify(results));
}

void main(process.argv.slice(2));
