/** Returned by an edit to take the place away. */
export const ABSENT: unique symbol = Symbol('absent');

/** The edit of a found value; the input is `undefined` if the place is empty, the output `ABSENT` empties it. */
export type Edit = (old: unknown) => unknown;

/** True for JSON objects. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A copy of `value` with an edit applied at every place that the pointer names; `*` stands for each element or
 * member. Places whose parents are missing are left alone.
 *
 * @example edited(answer, '/choices/*' + '/index', () => '0')
 */
export function edited(value: unknown, pointer: string, edit: Edit): unknown {
  return descend(value, pointer.split('/').slice(1), edit);
}

function descend(value: unknown, segments: readonly string[], edit: Edit): unknown {
  const [segment, ...rest] = segments;
  if (segment === undefined) return edit(value);
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    value.forEach((item, i) => {
      const named = segment === '*' || segment === String(i);
      const next = named ? descend(item, rest, edit) : item;
      if (next !== ABSENT) copy.push(next);
    });
    return copy;
  }
  if (!isObject(value)) return value;
  const copy = { ...value };
  for (const key of segment === '*' ? Object.keys(value) : [segment]) {
    if (rest.length > 0 && !(key in value)) continue;
    const next = descend(value[key], rest, edit);
    if (next === ABSENT || next === undefined) delete copy[key];
    else copy[key] = next;
  }
  return copy;
}

/** Takes the place away. */
export const absent: Edit = () => ABSENT;

/** Puts a value in the place, whether or not there was one. */
export const put =
  (value: unknown): Edit =>
  () =>
    value;

/** Edits only where there is something. */
export const present =
  (edit: Edit): Edit =>
  (old) =>
    old === undefined ? undefined : edit(old);

/** Replaces what is there with a value. */
export const replaced = (value: unknown): Edit => present(() => value);
