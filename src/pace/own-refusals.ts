/** So often are refusals of a kind found to be the requests' own, before they are taken for that. */
const KNOWN = 5;
/** One of so many is looked at afterwards. */
const LOOKED_AT = 10;

/** Refusals that look like those of a limit, and were found to be what their requests bring. */
export interface OwnRefusals {
  /** A refusal of this kind came beside controls that were not refused. */
  found(kind: string): void;
  /** Everything was refused in this way for a while: what was known of the kind is forgotten. */
  forget(kind: string): void;
  /** Whether one more of the kind needs no look: it is known, and not the one of ten that is looked at all the same. */
  isKnown(kind: string): boolean;
}

/** Nothing was refused yet. */
export function createOwnRefusals(): OwnRefusals {
  const counts = new Map<string, number>();
  const of = (kind: string) => counts.get(kind) ?? 0;
  return {
    found: (kind) => void counts.set(kind, of(kind) + 1),
    forget: (kind) => void counts.delete(kind),
    isKnown(kind) {
      const count = of(kind);
      if (count < KNOWN) return false;
      counts.set(kind, count + 1);
      return count % LOOKED_AT !== 0;
    },
  };
}
