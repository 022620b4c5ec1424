/** Lifetime of everything on the VS Code side. */

import type { Disposable as VSCodeDisposable } from 'vscode';

/** Anything with a `dispose`. */
export type DisposableLike = Pick<VSCodeDisposable, 'dispose'>;

/** Disposes all; one that throws does not keep the others from being disposed. */
export function disposeAll(disposables: Iterable<DisposableLike>): void {
	const errors: unknown[] = [];
	for (const disposable of disposables) {
		try {
			disposable.dispose();
		} catch (error) {
			errors.push(error);
		}
	}
	if (errors.length === 1) throw errors[0];
	if (errors.length > 1) throw new AggregateError(errors, 'Several disposables failed');
}

/** Owns what it registers. Disposing twice is harmless; what is registered afterwards is disposed at once. */
export abstract class Disposable {
	readonly #owned = new Set<DisposableLike>();
	#isDisposed = false;

	dispose(): void {
		if (this.#isDisposed) return;
		this.#isDisposed = true;
		const owned = [...this.#owned].reverse();
		this.#owned.clear();
		disposeAll(owned);
	}

	protected get _isDisposed(): boolean {
		return this.#isDisposed;
	}

	/** Number of things owned; for tests of what is left behind. */
	get ownedCount(): number {
		return this.#owned.size;
	}

	/** Ties a lifetime to this one. */
	protected _register<T extends DisposableLike>(disposable: T): T {
		if (this.#isDisposed) disposable.dispose();
		else this.#owned.add(disposable);
		return disposable;
	}

	/** Ends an owned lifetime early. */
	protected _release(disposable: DisposableLike): void {
		this.#owned.delete(disposable);
		disposable.dispose();
	}
}
