// The generated trees that the benchmark measures. Everything in them is a function of the numbers below.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository of the issue: a large one, with as much for Claude Code in it as anybody is likely to have. */
export const largeTree = { files: 100_000, directories: 5_000, nested: 500, rules: 300, skills: 400, topics: 250 };
/** An everyday repository: 20 files in the startup part, 80 skills. */
export const smallTree = { files: 400, directories: 140, nested: 0, rules: 15, skills: 80, topics: 12 };

/**
 * Writes a home directory and a repository below `root`.
 * Returns their paths, and files of the source tree at regular distances.
 */
export function writeTree(root, counts) {
	const home = join(root, 'home');
	const repository = join(root, 'repo');
	writeHome(fileWriter(), home, repository, counts);
	const write = fileWriter();
	writeInstructions(write, repository, counts);
	writeSkills(write, repository, counts.skills);
	return { home, repository, sources: writeSources(write, repository, counts) };
}

/** A function that writes files, makes their directories and counts both. */
function fileWriter() {
	const made = new Set();
	const write = (path, text) => {
		const directory = join(path, '..');
		if (!made.has(directory)) {
			mkdirSync(directory, { recursive: true });
			made.add(directory);
		}
		writeFileSync(path, text);
		write.files++;
	};
	write.files = 0;
	return write;
}

function writeHome(write, home, repository, { topics }) {
	write(join(home, '.claude/CLAUDE.md'), prose('Personal habits', 12));
	write(join(home, '.claude/settings.json'), JSON.stringify({ claudeMdExcludes: ['**/vendor/**/CLAUDE.md'] }));
	const slug = repository.replace(/[^A-Za-z0-9]/g, '-');
	const memory = join(home, '.claude/projects', slug, 'memory');
	const lines = [];
	for (let i = 0; i < topics; i++) {
		const frontMatter = `---\nname: topic-${i}\ndescription: What was learnt about part ${i}\ntype: project\n---\n`;
		write(join(memory, `topic-${i}.md`), `${frontMatter}${prose(`Topic ${i}`, 15)}`);
		lines.push(`- [Topic ${i}](topic-${i}.md): what was learnt about part ${i}`);
	}
	write(join(memory, 'MEMORY.md'), `# Memory\n\n${lines.join('\n')}\n`);
}

function writeInstructions(write, repository, { rules, nested }) {
	write(join(repository, '.git/HEAD'), 'ref: refs/heads/main\n');
	write(join(repository, 'CLAUDE.md'), `${prose('The project', 40)}\nSee @docs/architecture.md\n`);
	write(join(repository, 'docs/architecture.md'), prose('Architecture', 60));
	write(join(repository, 'CLAUDE.local.md'), prose('Only here', 5));
	// In the large tree every rule has a condition, in the small one none has: they are its startup part.
	for (let i = 0; i < rules; i++) {
		const paths = nested > 0 ? `---\npaths:\n${rulePaths(i)}---\n` : '';
		write(join(repository, `.claude/rules/area${i % 12}/rule${i}.md`), `${paths}${prose(`Rule ${i}`, 10)}`);
	}
}

function rulePaths(i) {
	const kinds = [
		`  - "src/part${i % 40}/**/*.ts"\n`,
		`  - "**/*.{test,spec}.ts"\n  - "src/part${i % 40}/**"\n`,
		`  - "*.module${i % 20}.ts"\n`,
		`  - "src/**/unit${i % 9}/*.{ts,tsx}"\n`,
		`  - "docs/**/*.md"\n  - "!docs/part${i}/**"\n`,
	];
	return kinds[i % kinds.length];
}

function writeSkills(write, repository, skills) {
	for (let i = 0; i < skills; i++) {
		const description = `Does task ${i} of the project. Use it when the user asks for ${'this and that '.repeat(8)}or task ${i}.`;
		write(
			join(repository, `.claude/skills/task-${i}/SKILL.md`),
			`---\nname: task-${i}\ndescription: ${description}\n---\n${prose(`Task ${i}`, 30)}`,
		);
	}
}

/** Fills the source tree until the repository has its numbers of files and directories. */
function writeSources(write, repository, { files, directories, nested, skills }) {
	// What is there besides src/partN/groupM/unitK: .git, docs, .claude with 12 areas of rules and the skills.
	const others = 18 + skills;
	const units = [];
	for (let part = 0, made = others; made < directories; part++) {
		made++;
		for (let group = 0; group < 10 && made < directories; group++) {
			made++;
			for (let unit = 0; unit < 10 && made < directories; unit++, made++)
				units.push(`part${part}/group${group}/unit${unit}`);
		}
	}
	const every = nested > 0 ? Math.floor(units.length / nested) : Number.POSITIVE_INFINITY;
	for (let i = 0; i < nested; i++)
		write(join(repository, 'src', units[i * every], 'CLAUDE.md'), prose(`Unit ${i}`, 12));
	const sources = [];
	for (let i = 0; write.files < files; i++) {
		const path = join(repository, 'src', units[i % units.length], sourceName(i));
		write(path, `export const value${i} = ${i};\n`);
		if (i % 97 === 0) sources.push(path);
	}
	return sources;
}

function sourceName(i) {
	const endings = ['.ts', '.test.ts', `.module${i % 20}.ts`, '.tsx', '.json'];
	return `file${i}${endings[i % endings.length]}`;
}

/** Markdown as people write it: a heading, lists, inline code, now and then a fence. */
function prose(title, lines) {
	const body = Array.from({ length: lines }, (_, i) => {
		if (i % 13 === 12) return '```ts\nconst answer = await ask("why");\n```';
		if (i % 5 === 4) return '';
		return `- Prefer \`readonly\` data and **small** functions; point ${i} of ${title.toLowerCase()} says why.`;
	});
	return `# ${title}\n\n${body.join('\n')}\n`;
}
