import fc from 'fast-check';
import { refusal } from '../../src/judge/refusal.ts';
import { acceptedControl, acceptedProbes } from '../../src/requests/accepted-control.ts';
import { withFewerMembers } from '../../src/requests/arbitrary/fewer-members.ts';
import { breakable, type Violation, violationsOf } from '../../src/requests/arbitrary/violation.ts';
import { type Constraint, nameOf } from '../../src/requests/constraints.ts';
import { kindOf, probeId } from '../../src/requests/probes.ts';
import type { Check, CheckContext } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import type { Settings } from '../../src/vocabulary/settings.ts';
import { Inconclusive, orUndefined } from '../../src/vocabulary/undecidable.ts';
import { fullDraws, isBaseAccepted, seedOf, sendDrawn } from './drawn.ts';
import { refused } from './refused.ts';

/** Draws of each constraint: one with all other members and, in the exhaustive profile, more with some. */
const DRAWS = { smoke: 0, standard: 0, exhaustive: 32 } as const;
/** Constraints that are reported at most. */
const FINDINGS_AT_MOST = 4;
/** Draws that are sent at once. */
const AHEAD_AT_MOST = 24;
/** Accepted (and billed) requests while one counterexample is shrunk. */
const PAID_AT_MOST = 12;

/** Violations among other members, which may show only there. */
export const propertyCheck: Check = {
  id: 'request/drawn-violations',
  harm: 'leniency',
  title: 'A violation is rejected in any combination',
  clauses: ['7.3', '2.1'],
  level: 'must',
  profile: 'standard',
  adaptsTo: ['request/accepts-plain'],
  about:
    'Violates each constraint in a request with all other compatible optional members, drawn from the schema; in the exhaustive profile also with some of them. Shrinks a request with a wrong answer. Passes, warns and fails like the check of the constraint. Does not judge constraints that are broken alone.',
  async run(context) {
    await acceptedControl(context);
    let left = breakable();
    let sorted = false;
    for (let found = 0; found < FINDINGS_AT_MOST && left.length > 0; ) {
      const first = await firstWrong(context, left);
      if (!first) return;
      if (!sorted) {
        left = await heldAlone(context, left);
        sorted = true;
        if (left.length === 0)
          return new Inconclusive('all constraints that it combines are broken alone too; see their checks');
        continue;
      }
      left = left.filter((constraint) => constraint !== first.constraint);
      if (!(await isBreach(context, first))) continue;
      const violation = await shrunk(context, first);
      if (!(await isBreach(context, violation))) continue;
      found++;
      await context.verify(
        async (ask) => ({
          exchange: await sendDrawn(ask, violation),
          what: described(violation, context.settings),
        }),
        refusal(kindOf(violation.constraint)),
      );
    }
    return undefined;
  },
};

/** Everything that is drawn, first one violation of each constraint in a feature-rich request. */
function drawsOf(context: CheckContext, constraints: readonly Constraint[]): Violation[] {
  const { model, settings } = context;
  const numRuns = DRAWS[settings.profile];
  const more = (constraint: Constraint) =>
    fc.sample(violationsOf(constraint, model, 'some'), { seed: seedOf(constraint, settings.seed), numRuns });
  return [...fullDraws(context, [...constraints]), ...(numRuns > 0 ? constraints.flatMap(more) : [])];
}

/** The first draw with a wrong response. */
async function firstWrong(
  context: CheckContext,
  constraints: readonly Constraint[],
): Promise<Violation | undefined> {
  const draws = drawsOf(context, constraints);
  await askedAhead(context, draws);
  for (const violation of draws) {
    const exchange = await orUndefined(sendDrawn(context, violation));
    if (!exchange) continue;
    const findings = refusal(kindOf(violation.constraint))({ exchange, what: violation.what });
    if (findings.length === 0) context.held(exchange);
    if (findings.some((finding) => finding.as === undefined)) return violation;
  }
  return undefined;
}

/**
 * Whether the violation causes the wrong response: certainly if it is accepted, and for a rejection if the rest is
 * accepted.
 */
async function isBreach(context: CheckContext, violation: Violation): Promise<boolean> {
  const exchange = await orUndefined(sendDrawn(context, violation));
  if (!exchange) return false;
  return isSuccess(exchange) || (await isBaseAccepted(context, violation));
}

/** A wrong draw without its irrelevant members. */
async function shrunk(context: CheckContext, violation: Violation): Promise<Violation> {
  /** Ids of accepted ones: equal bodies are sent once, however often they are drawn. */
  const paid = new Set<string>();
  return withFewerMembers(violation, async (smaller) => {
    if (paid.size >= PAID_AT_MOST) return true;
    const exchange = await orUndefined(sendDrawn(context, smaller, 'shrunk'));
    if (!exchange) return true;
    if (isSuccess(exchange)) paid.add(exchange.id);
    const findings = refusal(kindOf(violation.constraint))({ exchange, what: smaller.what });
    return findings.every((finding) => finding.as !== undefined);
  });
}

/**
 * Sends drawn requests with growing concurrency until a response is wrong: a draw with a known response need not
 * wait for the previous one.
 */
async function askedAhead(context: CheckContext, draws: readonly Violation[]): Promise<void> {
  for (let from = 0; from < draws.length; from += Math.min(from + 1, AHEAD_AT_MOST)) {
    const wrong = await Promise.all(
      draws.slice(from, from + Math.min(from + 1, AHEAD_AT_MOST)).map(async (violation) => {
        const exchange = await orUndefined(sendDrawn(context, violation));
        return (
          !exchange || refusal(kindOf(violation.constraint))({ exchange, what: violation.what }).length > 0
        );
      }),
    );
    if (wrong.includes(true)) return;
  }
}

/** The constraints that are enforced in isolation: the others have a check that reports it. */
async function heldAlone(context: CheckContext, constraints: readonly Constraint[]): Promise<Constraint[]> {
  const held: Constraint[] = [];
  for (const constraint of constraints) if (!(await seenAlone(context, constraint))) held.push(constraint);
  return held;
}

/** Whether the check of this constraint alone fails as well. */
async function seenAlone(context: CheckContext, constraint: Constraint): Promise<boolean> {
  const accepted = await orUndefined(acceptedProbes(context, constraint));
  if (!accepted) return true;
  for (const [i, probe] of accepted.probes.entries()) {
    const answer = await orUndefined(refused(context, `${probeId(constraint)}/${i}`, probe, constraint));
    const findings = answer ? refusal(kindOf(constraint))(answer) : [];
    if (!answer || findings.some((finding) => finding.as === undefined)) return true;
  }
  return false;
}

function described(violation: Violation, { profile, seed }: Settings): string {
  const again = `--only request/drawn-violations --profile ${profile} --seed ${seed}`;
  const body = JSON.stringify(violation.body);
  return `${nameOf(violation.constraint)} is violated in ${body} (shrunk; repeat with ${again})`;
}
