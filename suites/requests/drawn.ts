import fc from 'fast-check';
import { breakable, type Violation, violationsOf } from '../../src/requests/arbitrary/violation.ts';
import { completion, jsonPost, plainControl, settled } from '../../src/requests/ask.ts';
import { breakingValues, likelyValues } from '../../src/requests/breaking.ts';
import { type Constraint, requestConstraints } from '../../src/requests/constraints.ts';
import { badOf, badPost } from '../../src/requests/probes.ts';
import { LIMITS } from '../../src/requests/single.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import { priceOf, UNLIMITED_TOKENS } from '../../src/vocabulary/billed.ts';
import type { CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess, type RequestSpec } from '../../src/vocabulary/exchange.ts';
import { planned } from '../../src/vocabulary/planned-completion.ts';

const drawnKey = (body: RequestSpec['body']) => answerKey<Exchange>(`request/drawn/${body}`);

/**
 * A violation of each constraint in a feature-rich request, all streamed. The expensive ones come last: few of them
 * are sent at once.
 */
export function fullDraws({ model, settings }: CheckContext, constraints = breakable()): Violation[] {
  const draws = constraints.flatMap((constraint) => {
    const seed = seedOf(constraint, settings.seed);
    const turn = settings.seed + turnOf(constraint);
    return fc.sample(violationsOf(constraint, model, 'full', turn), { seed, numRuns: 1 });
  });
  const costsMuch = ({ body }: Violation) => priceOf(jsonPost('', body)).tokens >= UNLIMITED_TOKENS;
  return [...draws.filter((draw) => !costsMuch(draw)), ...draws.filter(costsMuch)];
}

/** Each constraint has a seed of its own: with the same one all would have the same value. */
export const seedOf = (constraint: Constraint, seed: number): number =>
  seed + requestConstraints().indexOf(constraint);

/**
 * The index of a constraint among those with as many values to draw from, such as all numbers: they take turns, so
 * that each value is drawn. Limits come last: the answer to an accepted one may be long, and cannot be repeated.
 */
function turnOf(constraint: Constraint): number {
  const count = (one: Constraint) => breakingValues(one).length - likelyValues(one);
  const isLimit = ({ path }: Constraint) => Number(LIMITS.includes(path[0]!));
  return requestConstraints()
    .filter((one) => one.keyword === constraint.keyword && count(one) === count(constraint))
    .sort((a, b) => isLimit(a) - isLimit(b))
    .indexOf(constraint);
}

/** Sends drawn requests, once per round: equal bodies share a response. */
export function sendDrawn(
  ask: Requester,
  { constraint, body, what }: Pick<Violation, 'constraint' | 'body' | 'what'>,
  among: 'drawn' | 'shrunk' = 'drawn',
): Promise<Exchange> {
  const spec = badPost(what, body, badOf(constraint, among));
  return ask.shared(drawnKey(spec.body), (own) => settled(own, spec, plainControl(body)));
}

/** The same request without the violation is accepted: otherwise another part is the cause. */
export async function isBaseAccepted(ask: Requester, { base }: Violation): Promise<boolean> {
  const row = planned(`drawn-base/${JSON.stringify(base)}`, 'the same without the violation', base);
  const exchange = await completion(ask, row);
  return isSuccess(exchange);
}
