import type { Redactor } from './redact.ts';

/** Looks for secrets in a body that is not kept in memory. */
export interface LeakScanner {
  push(piece: Uint8Array): void;
  /** The forms that were found; call it once, at the end. */
  end(): string[];
}

const BLOCK = 64 * 1024;

/** Fills blocks that overlap by the length of the longest form, so that none hides on an edge between two pieces. */
export function createLeakScanner(redactor: Redactor): LeakScanner {
  const overlap = Math.min(redactor.longest, BLOCK / 2);
  const block = Buffer.allocUnsafe(BLOCK);
  const names = new Set<string>();
  let filled = 0;
  const look = () => {
    for (const name of redactor.finds(block.subarray(0, filled))) names.add(name);
  };
  return {
    push(piece) {
      let from = 0;
      while (from < piece.length) {
        const take = Math.min(BLOCK - filled, piece.length - from);
        block.set(piece.subarray(from, from + take), filled);
        filled += take;
        from += take;
        if (filled < BLOCK) continue;
        look();
        block.copyWithin(0, BLOCK - overlap);
        filled = overlap;
      }
    },
    end() {
      look();
      return [...names].sort();
    },
  };
}
