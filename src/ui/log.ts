/** The one output channel, "Context Inspector"; each line says which component speaks. */

import { type LogOutputChannel, window } from 'vscode';
import { Disposable } from './disposable.js';

/** Words of one component. */
export interface ComponentLog {
	trace(message: string, data?: unknown): void;
	debug(message: string, data?: unknown): void;
	info(message: string, data?: unknown): void;
	warn(message: string, data?: unknown): void;
	/** With the error's stack. */
	error(message: string, error?: unknown): void;
}

export class Log extends Disposable {
	readonly #channel: LogOutputChannel;

	constructor() {
		super();
		this.#channel = this._register(window.createOutputChannel('Context Inspector', { log: true }));
	}

	/** Shows the channel without taking the focus. */
	show(): void {
		this.#channel.show(true);
	}

	/**
	 * The log of one component.
	 *
	 * @example log.component('ModelManager').info('built', { directory: '/repo' }) // [ModelManager] built {"directory":"/repo"}
	 */
	component(name: string): ComponentLog {
		const channel = this.#channel;
		const line = (message: string, data: unknown): string =>
			data === undefined ? `[${name}] ${message}` : `[${name}] ${message} ${JSON.stringify(data)}`;
		return {
			trace: (message, data) => channel.trace(line(message, data)),
			debug: (message, data) => channel.debug(line(message, data)),
			info: (message, data) => channel.info(line(message, data)),
			warn: (message, data) => channel.warn(line(message, data)),
			error: (message, error) =>
				channel.error(
					line(message, undefined),
					error instanceof Error ? (error.stack ?? error.message) : (error ?? ''),
				),
		};
	}
}
