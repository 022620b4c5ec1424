/** The tools of an agent as its front matter lists them (recorded; corpus `agentlist/*`, `pain/cc-36334-agents-listing`). */

/** `all`; `all` but some; or a list, which may be empty. */
export type ToolList =
	| { readonly kind: 'all' }
	| { readonly kind: 'except'; readonly tools: readonly string[] }
	| { readonly kind: 'some'; readonly tools: readonly string[] };

/** Whose directory an agent's memory lies in. */
export type AgentMemoryScope = 'user' | 'project' | 'local';

/** The scope that `memory` names; any other value is none. */
export function memoryScopeOf(value: unknown): AgentMemoryScope | undefined {
	return value === 'user' || value === 'project' || value === 'local' ? value : undefined;
}

/** Tools that an agent with a memory gets to keep it. */
const memoryTools = ['Write', 'Edit', 'Read'];

/**
 * The tools that `tools` and `disallowedTools` leave. `*`, nothing and an empty value stand for all tools; an agent with a
 * memory can read and write whatever its list says.
 */
export function agentTools(tools: unknown, disallowedTools: unknown, hasMemory: boolean): ToolList {
	const allowed = toolNames(tools);
	const disallowed = toolNames(disallowedTools) ?? [];
	// An empty list is one, where a memory adds to it.
	const isList = allowed !== undefined && (allowed.length > 0 || hasMemory);
	if (!isList) return disallowed.length === 0 ? { kind: 'all' } : { kind: 'except', tools: disallowed };
	const missing = hasMemory ? memoryTools.filter((tool) => !allowed.includes(tool)) : [];
	// Names are compared as written: `Bash` does not bar `Bash(git:*)` (recorded).
	return { kind: 'some', tools: [...allowed, ...missing].filter((tool) => !disallowed.includes(tool)) };
}

/** Names in a list or a string; `undefined` for all tools. */
function toolNames(value: unknown): readonly string[] | undefined {
	const items = Array.isArray(value) ? value : [value];
	if (!Array.isArray(value) && typeof value !== 'string') return undefined;
	const names = items.filter((item) => typeof item === 'string').flatMap(splitTools);
	if (names.includes('*')) return undefined;
	return Array.isArray(value) || names.length > 0 ? names : undefined;
}

/** Splits at commas and white space outside brackets: `Bash(git add:*, x), Read Grep` has three. */
function splitTools(text: string): readonly string[] {
	const names: string[] = [];
	let depth = 0;
	let start = 0;
	for (let index = 0; index <= text.length; index++) {
		const unit = text[index];
		if (unit === '(') depth++;
		else if (unit === ')') depth = Math.max(0, depth - 1);
		else if (unit === undefined || (depth === 0 && /[\s,]/.test(unit))) {
			if (index > start) names.push(text.slice(start, index));
			start = index + 1;
		}
	}
	return names;
}
