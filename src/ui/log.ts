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

	/** Channels of one name are one to VS Code: disposing either closes both. */
	constructor(name: string = 'Context Inspector') {
		super();
		this.#channel = this._register(window.createOutputChannel(name, { log: true }));
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
		const write = (level: 'trace' | 'debug' | 'info' | 'warn', message: string, data: unknown): void => {
			// A closed channel throws, and what is under way when the extension ends may still speak.
			if (this._isDisposed) return;
			channel[level](data === undefined ? `[${name}] ${message}` : `[${name}] ${message} ${JSON.stringify(data)}`);
		};
		return {
			trace: (message, data) => write('trace', message, data),
			debug: (message, data) => write('debug', message, data),
			info: (message, data) => write('info', message, data),
			warn: (message, data) => write('warn', message, data),
			error: (message, error) => {
				if (this._isDisposed) return;
				channel.error(`[${name}] ${message}`, error instanceof Error ? (error.stack ?? error.message) : (error ?? ''));
			},
		};
	}
}
