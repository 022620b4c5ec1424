/** Serves rows to a tree view; a refresh keeps what the ids say is the same. */

import { EventEmitter, type ProviderResult, type TreeDataProvider, type TreeItem } from 'vscode';
import { Disposable } from '../disposable.js';
import { type Row, toTreeItem } from './row.js';

export class RowsProvider extends Disposable implements TreeDataProvider<Row> {
	readonly #roots: () => Promise<readonly Row[]>;
	readonly #onDidChangeTreeData = this._register(new EventEmitter<Row | undefined>());
	readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;
	/** Rows that were handed out, by id: VS Code knows an element by its object. */
	readonly #handedOut = new Map<string, Row>();
	readonly #parents = new Map<string, Row | undefined>();

	constructor(roots: () => Promise<readonly Row[]>) {
		super();
		this.#roots = roots;
	}

	/** Asks for all rows anew, or for those below one. */
	refresh(id?: string): void {
		const row = id === undefined ? undefined : this.#handedOut.get(id);
		if (id === undefined || row) this.#onDidChangeTreeData.fire(row);
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
