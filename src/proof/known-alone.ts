import { existsSync, readFileSync } from 'node:fs';
import { checksDigest } from '../run/digest.ts';
import type { Done } from './tasks.ts';

/** The checks that find each fault alone. */
export type KnownAlone = ReadonlyMap<string, readonly string[]>;

/**
 * The results for each fault of a matrix with the same checks, from its full result (`proof-full.json`); empty if
 * there is none, or one of other checks.
 */
export function knownAlone(file: string): KnownAlone {
  const known = new Map<string, Set<string>>();
  if (!existsSync(file)) return new Map();
  const { checksDigest: digest, results } = JSON.parse(readFileSync(file, 'utf8')) as {
    checksDigest: string;
    results: Done[];
  };
  if (digest !== checksDigest()) return new Map();
  for (const { task, fault } of results) {
    // On another conformant service, other checks may find it.
    if (task.kind !== 'fault' || task.base !== undefined || !fault?.caught) continue;
    const finders = known.get(task.id) ?? new Set();
    known.set(task.id, finders);
    for (const id of fault.foundBy) finders.add(id);
  }
  return new Map([...known].map(([id, finders]) => [id, [...finders]]));
}
