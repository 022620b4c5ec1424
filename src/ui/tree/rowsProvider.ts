/**
 * Serves rows to a tree view; a refresh keeps what the ids say is the same.
 *
 * VS Code (seen in 1.139: the batches of `TreeDataSource.getChildren`) may hang the children of one row below another when
 * a second refresh begins while it still asks for the rows of the first. So refreshes are gathered until it is calm.
 */

import { EventEmitter, type ProviderResult, type TreeDataProvider, type TreeItem } from 'vscode';
import { Disposable } from '../disposable.js';
import { type Row, toTreeItem } from './row.js';

/** VS Code has all it wants when it has asked for nothing for so long. Milliseconds. */
const calm = 200;
/** Somebody who keeps on unfolding rows does not put off a refresh for longer. Milliseconds. */
const longestWait = 1_000;

export class RowsProvider extends Disposable implements TreeDataProvider<Row> {
	readonly #roots: () => Promise<readonly Row[]>;
	readonly #onDidChangeTreeData = this._register(new EventEmitter<Row | undefined>());
	readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
	/** Rows that were handed out, by id: VS Code knows an element by its object. */
	readonly #handedOut = new Map<string, Row>();
	readonly #parents = new Map<string, Row | undefined>();
	/** Ids of the rows to refresh; `undefined` stands for all. */
	readonly #wanted = new Set<string | undefined>();
	#wantedSince = 0;
	/** Questions of VS Code that are not answered yet, and when it last asked, was answered or was told of a refresh. */
	#asking = 0;
	#busyAt = 0;
	#timer?: NodeJS.Timeout;

	constructor(roots: () => Promise<readonly Row[]>) {
		super();
		this.#roots = roots;
	}

	override dispose(): void {
		clearTimeout(this.#timer);
		super.dispose();
	}

	/** Asks for all rows anew, or for those below one; at once where VS Code is not asking, else as soon as it is calm. */
	refresh(id?: string): void {
		if (this.#wanted.size === 0) this.#wantedSince = Date.now();
		this.#wanted.add(id);
		this.#fireWhenCalm();
	}

	#fireWhenCalm(): void {
		clearTimeout(this.#timer);
		if (this._isDisposed || this.#wanted.size === 0 || this.#asking > 0) return;
		const now = Date.now();
		const due = Math.min(this.#busyAt + calm, this.#wantedSince + longestWait);
		if (due > now) {
			this.#timer = setTimeout(() => this.#fireWhenCalm(), due - now);
			return;
		}
		this.#busyAt = now;
		const ids = this.#wanted.has(undefined) ? [undefined] : [...this.#wanted];
		this.#wanted.clear();
		for (const id of ids) {
			const row = id === undefined ? undefined : this.#handedOut.get(id);
			if (id === undefined || row) this.#onDidChangeTreeData.fire(row);
		}
	}

	/** The row of an id that is on display. */
	find(id: string): Row | undefined {
		return this.#handedOut.get(id);
	}

	getTreeItem(row: Row): TreeItem {
		return toTreeItem(row);
	}

	resolveTreeItem(item: TreeItem, row: Row): TreeItem {
		if (row.tooltip) item.tooltip = row.tooltip();
		return item;
	}

	getParent(row: Row): ProviderResult<Row> {
		return this.#parents.get(row.id);
	}

	async getChildren(parent?: Row): Promise<Row[]> {
		this.#asking++;
		this.#busyAt = Date.now();
		try {
			return await this.#childrenOf(parent);
		} finally {
			this.#asking--;
			this.#busyAt = Date.now();
			this.#fireWhenCalm();
		}
	}

	async #childrenOf(parent: Row | undefined): Promise<Row[]> {
		if (!parent) {
			this.#handedOut.clear();
			this.#parents.clear();
		}
		const children = parent ? await childrenOf(parent) : await this.#roots();
		for (const child of children) {
			this.#handedOut.set(child.id, child);
			this.#parents.set(child.id, parent);
		}
		return [...children];
	}
}

/** Rows below a row. */
export async function childrenOf({ children }: Row): Promise<readonly Row[]> {
	return typeof children === 'function' ? children() : (children ?? []);
}
