import type { OwnCompletion } from './own-completions.ts';

/** Completions before the first reading of which all combinations are tried: the handshake has two. */
const AT_MOST = 6;

/**
 * The possible counted parts of some completions: any subset of those with reported usage, including none; only
 * none if there are too many.
 */
export function subsets(own: readonly OwnCompletion[]): OwnCompletion[][] {
  const told = own.filter(({ outcome, usage }) => outcome === 'success' && usage);
  if (told.length > AT_MOST) return [[]];
  let all: OwnCompletion[][] = [[]];
  for (const one of told) all = all.concat(all.map((set) => [...set, one]));
  return all;
}
