import type { Finding } from '../vocabulary/check.ts';
import { contentHash, type Exchange, placeOnConnection } from '../vocabulary/exchange.ts';
import { finding } from './finding.ts';

/** So many errors, one after another, are no coincidence if their positions have a step in common. */
const ENOUGH = 3;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/**
 * 4.1: the response depends on the request, not on the number of requests before it on its connection. Load does
 * not explain a 500 that comes at every 40th position only, where no request is accepted, for requests that get
 * another status elsewhere. Others may be rejected there before they reach the part with the fault.
 */
export function soundAtAnyPlace(
  serverErrors: readonly Exchange[],
  accepted: ReadonlyMap<string, ReadonlySet<number>>,
): Finding[] {
  const all = serverErrors
    .filter(({ response }) => response?.status === 500)
    .toSorted((a, b) => a.startedAt - b.startedAt);
  const step = all.map(placeOnConnection).reduce(greatestDivisor, 0);
  const isSound = [...accepted.values()].some((places) => [...places].some((place) => place % step === 0));
  if (step < 2 || isSound) return [];
  const failed = all.filter((one) => accepted.has(contentHash(one)));
  let [apart, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { startedAt, timing } of failed) {
    if (startedAt < end) continue;
    apart++;
    end = startedAt + timing.endMs;
  }
  if (apart < ENOUGH) return [];
  const expected = 'a response that does not depend on the position of the request on its connection';
  const actual = `status 500 for ${failed.length} requests that got another status elsewhere, each at position ${step} of its connection or a multiple of it, where no request was accepted`;
  return [finding(failed, expected, actual, 'status', { clause: '4.1', breach: 'server-error' })];
}
