/** A JSON pointer (RFC 6901) as a list of members, and back. The empty pointer is the whole value. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** One member, escaped for a pointer. */
export function escapeMember(member: string | number): string {
  return String(member).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The pointer to a member of the value at `pointer`. */
export function child(pointer: string, member: string | number): string {
  return `${pointer}/${escapeMember(member)}`;
}

/** The value at a pointer; undefined if there is none. Only own members count. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const member of parsePointer(pointer)) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, member)) return undefined;
    value = (value as Record<string, unknown>)[member];
  }
  return value;
}
