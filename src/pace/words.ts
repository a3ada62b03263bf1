import { saysLimit } from '../vocabulary/limit-words.ts';
import type { Attempt } from './look.ts';
import { COMPLETIONS, freeControl, SPOKEN } from './refusal.ts';

/** Probes once whether all errors mention limits: their words then mean nothing. */
export function learnWords(): (attempt: Attempt) => Promise<boolean> {
  let known: Promise<boolean> | undefined;
  return (attempt) => {
    known ??= allSpeak(attempt);
    return known;
  };
}

/** Whether two free rejections of different kinds both mention limits: a limit has one status. */
async function allSpeak(attempt: Attempt): Promise<boolean> {
  const broken = freeControl({ path: COMPLETIONS });
  const empty = { ...broken, body: Buffer.from('{}') };
  const statuses = new Set<number | undefined>();
  for (const spec of [broken, empty]) {
    const answer = await attempt(spec);
    if (!SPOKEN.has(answer.response?.status ?? 0) || !saysLimit(answer)) return false;
    statuses.add(answer.response?.status);
  }
  return statuses.size === 2;
}
