import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/** The checks that report that no response of a usage endpoint is complete. */
const JUDGES: readonly (readonly [path: RegExp, judge: CheckId])[] = [
  [/\/usage\/stats(?:\?|$)/, 'usage/stats-is-array'],
  [/\/usage\/summary(?:\?|$)/, 'usage/summary-schema'],
  [/\/usage\/export(?:\?|$)/, 'usage/export-is-csv'],
];

/** Requests with truncated responses, with the check that reports them, until one response was complete. */
export type BrokenBodies = Map<string, CheckId>;

/** Records how the body of a response ended. */
export function noteBody(broken: BrokenBodies, { request, response, failure }: Exchange): void {
  const judge = response && JUDGES.find(([path]) => path.test(request.url))?.[1];
  if (!judge) return;
  if (failure) broken.set(request.url, judge);
  else broken.delete(request.url);
}
