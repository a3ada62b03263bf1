import fc from 'fast-check';
import { refusal } from '../../src/judge/refusal.ts';
import { acceptedControl, acceptedProbes } from '../../src/requests/accepted-control.ts';
import { breakable, type Violation, violations } from '../../src/requests/arbitrary/violation.ts';
import { completionSpec, plainBeside, planned, settled, wasAccepted } from '../../src/requests/ask.ts';
import { badOf, badPost } from '../../src/requests/bad.ts';
import { type Constraint, nameOf } from '../../src/requests/constraints.ts';
import { kindOf, probeId } from '../../src/requests/probes.ts';
import {
  type Check,
  type CheckContext,
  Inconclusive,
  NotApplicable,
  type Requester,
} from '../../src/vocabulary/check.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';
import type { Profile } from '../../src/vocabulary/settings.ts';
import { refused } from './refused.ts';

const DRAWS = { smoke: 0, standard: 28, exhaustive: 3_000 } as const;
/** Constraints that are reported at most. */
const FINDINGS_AT_MOST = 4;
/** Draws that are asked for at once. */
const AHEAD_AT_MOST = 16;
/** Accepted requests, which are paid for, while one counterexample is shrunk. */
const PAID_AT_MOST = 16;

/** What a search found: the smallest failing request and how to draw it again. */
interface Counterexample {
  violation: Violation;
  seed: number;
  path: string;
}

/** Breaches among other members: what only shows beside another member is found here. */
export const propertyCheck: Check = {
  id: 'request/drawn-violations',
  harm: 'leniency',
  title: 'A breach is refused whatever else the request has',
  clauses: ['7.3', '2.1'],
  level: 'must',
  profile: 'standard',
  considers: ['request/accepts-plain'],
  about:
    'Draws requests that break one constraint among valid optional members, more of them in the exhaustive profile. What is wrongly answered is shrunk to the smallest such request; breaches that the check of the constraint alone sees as well are left to that one.',
  async run(context) {
    await acceptedControl(context);
    let left = breakable();
    let sorted = false;
    for (let found = 0; found < FINDINGS_AT_MOST && left.length > 0; ) {
      const first = await search(context, left, false);
      if (!first) return;
      if (!sorted) {
        left = await heldAlone(context, left);
        sorted = true;
        if (left.length === 0)
          throw new Inconclusive(
            'each constraint that it could break beside others is broken alone as well: see their checks',
          );
        continue;
      }
      const counterexample = (await search(context, left, true)) ?? first;
      const { violation } = counterexample;
      left = left.filter((constraint) => constraint !== violation.constraint);
      if (!(await baseAccepted(context, violation))) continue;
      found++;
      await context.verify(
        async (ask) => ({
          exchange: await send(ask, violation),
          what: described(counterexample, context.settings.profile),
        }),
        refusal(kindOf(violation.constraint)),
      );
    }
  },
};

/** The first wrong answer among the draws; with `shrink` made as small as it gets. */
async function search(
  context: CheckContext,
  constraints: readonly Constraint[],
  shrink: boolean,
): Promise<Counterexample | undefined> {
  const { seed, profile } = context.settings;
  /** Ids of what was accepted: equal bodies are asked once, however often they are drawn. */
  const paid = new Set<string>();
  let failed = false;
  let stopped: unknown;
  const property = fc.asyncProperty(violations(constraints, context.model), async (violation) => {
    // Once it is stopped, or shrinking has cost enough, everything passes: the search ends with what it has.
    if (stopped !== undefined || paid.size >= PAID_AT_MOST) return true;
    try {
      // In the other profiles two acceptances are enough, and the counterexample may be larger than it has to be.
      const among = failed && profile === 'exhaustive' ? 'shrunk' : 'drawn';
      const exchange = await send(context, violation, among);
      if (wasAccepted(exchange)) paid.add(exchange.id);
      const findings = refusal(kindOf(violation.constraint))({ exchange, what: violation.what });
      if (findings.length === 0) context.held(exchange);
      const passes = findings.every((finding) => finding.as !== undefined);
      failed ||= !passes;
      return passes;
    } catch (error) {
      if (!(error instanceof Inconclusive)) stopped = error;
      return true;
    }
  });
  if (!shrink) await askedAhead(context, constraints);
  const result = await fc.check(property, {
    seed,
    numRuns: DRAWS[profile],
    endOnFailure: !shrink,
  });
  if (stopped !== undefined) throw stopped;
  if (!result.failed || !result.counterexample) return undefined;
  return { violation: result.counterexample[0], seed, path: result.counterexamplePath ?? '' };
}

/**
 * Asks for what will be drawn, ever more of it at once, until an answer is wrong: a draw whose answer is there already
 * need not wait for the one before it.
 */
async function askedAhead(context: CheckContext, constraints: readonly Constraint[]): Promise<void> {
  const { seed, profile } = context.settings;
  const draws = fc.sample(violations(constraints, context.model), { seed, numRuns: DRAWS[profile] });
  for (let from = 0; from < draws.length; from = 2 * from + 1) {
    const wrong = await Promise.all(
      draws.slice(from, Math.min(2 * from + 1, from + AHEAD_AT_MOST)).map(async (violation) => {
        const exchange = await send(context, violation).catch(undecided);
        return (
          !exchange || refusal(kindOf(violation.constraint))({ exchange, what: violation.what }).length > 0
        );
      }),
    );
    if (wrong.includes(true)) return;
  }
}

function send(
  ask: Requester,
  { constraint, body, what }: Violation,
  among: 'drawn' | 'shrunk' = 'drawn',
): Promise<Exchange> {
  const spec = badPost(what, body, badOf(constraint, among));
  return ask.shared(`request/drawn/${spec.body}`, (own) => settled(own, spec, plainBeside(body)));
}

/** The constraints that hold as long as nothing else is in the request: the others have a check that says so. */
async function heldAlone(context: CheckContext, constraints: readonly Constraint[]): Promise<Constraint[]> {
  const held: Constraint[] = [];
  for (const constraint of constraints) if (!(await seenAlone(context, constraint))) held.push(constraint);
  return held;
}

/** Whether the check of this constraint alone sees it broken as well. */
async function seenAlone(context: CheckContext, constraint: Constraint): Promise<boolean> {
  const accepted = await acceptedProbes(context, constraint).catch(undecided);
  if (!accepted) return true;
  for (const [i, probe] of accepted.probes.entries()) {
    const answer = await refused(context, `${probeId(constraint)}/${i}`, probe, constraint).catch(undecided);
    const findings = answer ? refusal(kindOf(constraint))(answer) : [];
    if (!answer || findings.some((finding) => finding.as === undefined)) return true;
  }
  return false;
}

function undecided(error: unknown): undefined {
  if (error instanceof Inconclusive || error instanceof NotApplicable) return undefined;
  throw error;
}

/** The same request without the breach is accepted: otherwise something else is wrong with it. */
async function baseAccepted(context: CheckContext, { base }: Violation): Promise<boolean> {
  const row = planned(`drawn-base/${JSON.stringify(base)}`, 'the same without the breach', base);
  const exchange = await context.shared(`completion/${row.id}`, (own) => own.send(completionSpec(row)));
  return wasAccepted(exchange);
}

function described({ violation, seed, path }: Counterexample, profile: Profile): string {
  const again = `--only request/drawn-violations --profile ${profile} --seed ${seed}`;
  const body = JSON.stringify(violation.body);
  return `${nameOf(violation.constraint)} is broken in ${body} (smallest form found; ${again} draws it again, at path ${path})`;
}
