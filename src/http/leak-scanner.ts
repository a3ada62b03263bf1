import { BLOCK, OVERLAP, type Redactor } from './redact.ts';

/** Looks for secrets in a body that is not kept in memory. */
export interface LeakScanner {
  push(piece: Uint8Array): void;
  /** The forms that were found; call it once, at the end. */
  end(): string[];
}

/** Fills blocks that overlap, so that nothing hides on an edge between two pieces. */
export function createLeakScanner(redactor: Redactor): LeakScanner {
  const block = Buffer.allocUnsafe(BLOCK + OVERLAP);
  const names = new Set<string>();
  let filled = 0;
  const look = () => {
    for (const name of redactor.finds(block.subarray(0, filled))) names.add(name);
  };
  return {
    push(piece) {
      let from = 0;
      while (from < piece.length) {
        const take = Math.min(block.length - filled, piece.length - from);
        block.set(piece.subarray(from, from + take), filled);
        filled += take;
        from += take;
        if (filled < block.length) continue;
        look();
        block.copyWithin(0, BLOCK);
        filled = OVERLAP;
      }
    },
    end() {
      look();
      return [...names].sort();
    },
  };
}
