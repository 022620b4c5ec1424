/** Guards for data whose shape nobody vouches for: parsed JSON and YAML. */

export const isString = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of the object itself, so that `__proto__` or `constructor` never answer from the prototype. */
export function own(data: Readonly<Record<string, unknown>>, key: string): unknown {
	return Object.hasOwn(data, key) ? data[key] : undefined;
}
