import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** The checks that tell when no answer of a usage endpoint comes whole. */
const JUDGES: readonly (readonly [path: RegExp, judge: CheckId])[] = [
  [/\/usage\/stats(?:\?|$)/, 'usage/stats-is-array'],
  [/\/usage\/summary(?:\?|$)/, 'usage/summary-schema'],
  [/\/usage\/export(?:\?|$)/, 'usage/export-is-csv'],
];

/** Questions whose answers broke off within the body, with the check that tells of it, until one came whole. */
export type BrokenBodies = Map<string, CheckId>;

/** Notes how the body of an answer ended. */
export function noteBody(broken: BrokenBodies, { request, response, failure }: Exchange): void {
  const judge = response && JUDGES.find(([path]) => path.test(request.url))?.[1];
  if (!judge) return;
  if (failure) broken.set(request.url, judge);
  else broken.delete(request.url);
}
