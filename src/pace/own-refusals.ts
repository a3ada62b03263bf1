/** After so many confirmations, rejections of a kind are taken for a property of their requests. */
const KNOWN = 5;
/** One of so many is confirmed again afterwards. */
const LOOKED_AT = 10;

/** Rejections that look like those of a limit but are a property of their requests. */
export interface OwnRefusals {
  /** A rejection of this kind occurred while controls succeeded. */
  found(kind: string): void;
  /** All requests were rejected in this way for a while: the knowledge about the kind is dropped. */
  forget(kind: string): void;
  /**
   * Whether another one of the kind needs no confirmation: the kind is known, and it is not one of the sampled
   * ones.
   */
  isKnown(kind: string): boolean;
}

/** Nothing was rejected yet. */
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
