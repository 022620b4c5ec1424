/** From findings to VS Code's diagnostics. */

import { Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Range, Uri } from 'vscode';
import type { FindingCode, Severity } from '../../core/findings/catalog.js';
import type { FileRange, Finding } from '../../core/findings/finding.js';
import type { FileSystem } from '../../core/ports.js';
import { TextPositions } from '../places.js';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
	error: DiagnosticSeverity.Error,
	warning: DiagnosticSeverity.Warning,
	info: DiagnosticSeverity.Information,
	hint: DiagnosticSeverity.Hint,
};

/** Who says so, for all diagnostics. */
export const diagnosticSource = 'Context Inspector';

/** Related places beyond this number are not shown. */
const relatedLimit = 20;

/** Diagnostics of findings, in their order; texts are taken as the models read them, and codes link to their sections. */
export async function toDiagnostics(
	files: FileSystem,
	findings: readonly Finding[],
	sections: ReadonlyMap<FindingCode, Uri>,
): Promise<readonly Diagnostic[]> {
	const places = new Places(files);
	return Promise.all(findings.map((finding) => toDiagnostic(places, finding, sections.get(finding.code))));
}

async function toDiagnostic(places: Places, finding: Finding, target: Uri | undefined): Promise<Diagnostic> {
	const { code, message, severity, related } = finding;
	const diagnostic = new Diagnostic(await places.rangeOf(finding), message, severities[severity]);
	diagnostic.source = diagnosticSource;
	diagnostic.code = target ? { value: code, target } : code;
	if (related.length > 0) {
		diagnostic.relatedInformation = await Promise.all(
			related
				.slice(0, relatedLimit)
				.map(
					async (place) =>
						new DiagnosticRelatedInformation(
							new Location(Uri.file(place.path), await places.rangeOf(place)),
							place.message,
						),
				),
		);
	}
	return diagnostic;
}

/** Ranges in files; each file's lines are looked for once. */
class Places {
	readonly #files: FileSystem;
	readonly #positions = new Map<string, Promise<TextPositions | undefined>>();

	constructor(files: FileSystem) {
		this.#files = files;
	}

	async rangeOf({ path, range: { offset, length } }: FileRange): Promise<Range> {
		const positions = this.#positions.get(path) ?? this.#read(path);
		this.#positions.set(path, positions);
		const known = await positions;
		return known ? known.range(offset, length) : new Range(0, 0, 0, 0);
	}

	async #read(path: string): Promise<TextPositions | undefined> {
		const file = await this.#files.readText(path);
		return file?.ok ? new TextPositions(file.text) : undefined;
	}
}
