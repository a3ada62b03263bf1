import type { Check } from '../vocabulary/check.ts';
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

/**
 * Ids of the checks that may not wait for those that tell of broken bodies: these themselves, and all that they rest on.
 */
export function beforeBodies(checks: readonly Check[]): ReadonlySet<string> {
  const all = new Map<string, Check>(checks.map((check) => [check.id, check]));
  const before = new Set<string>();
  const add = (id: string): void => {
    if (before.has(id)) return;
    before.add(id);
    const { needs = [], needsIfApplicable = [], considers = [] } = all.get(id) ?? {};
    for (const ground of [...needs, ...needsIfApplicable, ...considers]) add(ground);
  };
  for (const [, judge] of JUDGES) add(judge);
  return before;
}
