/** Front matter by a parser: as it stands, else with its values quoted. */

import type { FrontMatter } from './frontMatter.js';
import { quoteLeniently } from './lenientYaml.js';
import { readYaml } from './yamlReader.js';

/** What the YAML says; the offset of a fault is into the YAML. See `FrontMatter`. */
export type YamlBlock = Pick<FrontMatter, 'data' | 'reading' | 'fault'>;

/** Parses the YAML between the fences. */
export function parseYaml(yaml: string): YamlBlock {
	const strict = readYaml(yaml);
	if (strict.ok) return { data: strict.data, reading: 'yaml' };
	const fault = { message: strict.message, offset: strict.offset };
	const lenient = readYaml(quoteLeniently(yaml));
	if (lenient.ok) return { data: lenient.data, reading: 'lenient', fault };
	return { data: Object.create(null) as Record<string, unknown>, reading: 'broken', fault };
}
