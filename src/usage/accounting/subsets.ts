import type { OwnCompletion } from './own-completions.ts';

/** Completions from before the first reading that are tried in all combinations: the handshake has two. */
const AT_MOST = 6;

/**
 * What of some completions may have been counted: any of those that tell what they used, none included; only none where
 * they are too many to be tried.
 */
export function subsets(own: readonly OwnCompletion[]): OwnCompletion[][] {
  const told = own.filter(({ outcome, usage }) => outcome === 'success' && usage);
  if (told.length > AT_MOST) return [[]];
  let all: OwnCompletion[][] = [[]];
  for (const one of told) all = all.concat(all.map((set) => [...set, one]));
  return all;
}
