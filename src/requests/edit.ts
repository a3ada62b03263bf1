import { ABSENT, IN_CAPITALS } from './breaking.ts';

export type Json = Record<string, unknown>;

/**
 * A copy of `body` with the value at a path replaced, added, or removed (`ABSENT`), or its name `IN_CAPITALS`. The
 * path's parent must exist.
 */
export function edited(body: Json, path: readonly string[], value: unknown): Json {
  const copy = copied(body);
  let parent: Json = copy;
  for (const member of path.slice(0, -1)) parent = parent[member] as Json;
  const last = path.at(-1)!;
  if (value === ABSENT) delete parent[last];
  else if (value === IN_CAPITALS) {
    parent[capitalized(last)] = parent[last];
    delete parent[last];
  } else put(parent, last, value);
  return copy;
}

/** A member's name with a capital as its first letter, as languages with exported fields spell it. */
export const capitalized = (name: string): string => name.replace(/^./, (first) => first.toUpperCase());

/** Gives an object a member; an assignment would treat `__proto__` specially. */
function put(parent: Json, name: string, value: unknown): void {
  if (name !== '__proto__') parent[name] = value;
  else Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A copy of JSON, for which `structuredClone` is much slower: thousands of bodies are made this way. */
function copied<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copied) as T;
  if (value === null || typeof value !== 'object') return value;
  const copy: Json = {};
  for (const [name, inner] of Object.entries(value)) {
    put(copy, name, copied(inner));
  }
  return copy as T;
}

/** Every place in `value` that matches a path with `*`; the last member may be missing if `leaf` is false. */
export function places(value: unknown, path: readonly string[], leaf: boolean): string[][] {
  const [first, ...rest] = path;
  if (first === undefined) return [[]];
  if (value === null || typeof value !== 'object') return [];
  const members = first === '*' ? Object.keys(value) : [first];
  return members.flatMap((member) => {
    const there = Object.hasOwn(value, member);
    if (rest.length === 0) return there || !leaf ? [[member]] : [];
    return there ? places((value as Json)[member], rest, leaf).map((p) => [member, ...p]) : [];
  });
}
