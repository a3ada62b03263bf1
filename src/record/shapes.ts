import { LONGEST_VALUE } from '../vocabulary/settings.ts';

type Json = Record<string, unknown>;
/** A test of a value that was read as JSON. */
export type Test = (value: unknown) => boolean;

export const text: Test = (v) => typeof v === 'string';
export const word: Test = (v) => typeof v === 'string' && v.length <= LONGEST_VALUE;
export const number: Test = (v) => typeof v === 'number' && Number.isFinite(v);
/** Epoch milliseconds, also after additions: years have four digits. */
export const instant: Test = (v) => number(v) && (v as number) >= 0 && (v as number) <= 1e14;
export const count: Test = (v) => Number.isSafeInteger(v) && (v as number) >= 0;
export const isObject = (v: unknown): v is Json => typeof v === 'object' && v !== null && !Array.isArray(v);
export function within(min: number, max: number): Test {
  return (v) => typeof v === 'number' && v >= min && v <= max;
}
export function list(inner: Test, most = Number.POSITIVE_INFINITY): Test {
  return (v) => Array.isArray(v) && v.length <= most && v.every(inner);
}
/** Members of any names. */
export function table(inner: Test, most: number): Test {
  return (v) => isObject(v) && list(inner, most)(Object.values(v));
}
export function pair(inner: Test): Test {
  return (v) => list(inner)(v) && (v as unknown[]).length === 2;
}
export function oneOf(values: readonly unknown[]): Test {
  return (v) => values.includes(v);
}
export function maybe(inner: Test): Test {
  return (v) => v === undefined || inner(v);
}
export function shape(members: Record<string, Test>): Test {
  return (v) => isObject(v) && Object.entries(members).every(([name, test]) => test(v[name]));
}
