import { hash } from 'node:crypto';

/** SHA-256 in lower-case hexadecimal. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data);
}

/** JSON with the members of every object in the order of their names: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : member,
  );
}
