import fc from 'fast-check';
import { type Asking, type Check, type Interview, Undecided } from '../check.ts';
import { refusal } from '../judge/refusal.ts';
import type { Profile } from '../settings.ts';
import type { Exchange } from '../target/exchange.ts';
import { breakable, type Violation, violations } from './arbitrary/violation.ts';
import { completionSpec, control, jsonPost, plainRow, planned, settled, wasAccepted } from './ask.ts';
import { type Constraint, nameOf } from './constraints.ts';
import { kindOf, probeId, probesOf } from './probes.ts';
import { refused } from './refusal-checks.ts';

const DRAWS = { smoke: 0, standard: 28, exhaustive: 3_000 } as const;
/** Constraints that are reported at most. */
const FINDINGS_AT_MOST = 4;
/** Accepted requests, which are paid for, while one counterexample is shrunk. */
const PAID_AT_MOST = 16;

/** What a search found: the smallest failing request and how to draw it again. */
interface Counterexample {
  violation: Violation;
  seed: number;
  path: string;
}

/** Breaches among other members: what only shows beside another member is found here. */
export const drawnCheck: Check = {
  id: 'request/drawn-violations',
  title: 'A breach is refused whatever else the request has',
  clauses: ['7.3', '2.1'],
  level: 'must',
  profile: 'standard',
  needs: ['request/accepts-plain'],
  about:
    'Draws requests that break one constraint among valid optional members, more of them in the exhaustive profile. What is wrongly answered is shrunk to the smallest such request; breaches that the check of the constraint alone sees as well are left to that one.',
  async run(t) {
    await control(t, plainRow(t.model));
    let left = breakable();
    let sorted = false;
    for (let found = 0; found < FINDINGS_AT_MOST && left.length > 0; ) {
      const first = await search(t, left, false);
      if (!first) return;
      if (!sorted) {
        left = await heldAlone(t, left);
        sorted = true;
        continue;
      }
      const counterexample = (await search(t, left, true)) ?? first;
      const { violation } = counterexample;
      left = left.filter((constraint) => constraint !== violation.constraint);
      if (!(await baseAccepted(t, violation))) continue;
      found++;
      await t.verify(
        async (ask) => ({
          exchange: await send(ask, violation),
          what: described(counterexample, t.settings.profile),
        }),
        refusal(kindOf(violation.constraint)),
      );
    }
  },
};

/** The first wrong answer among the draws; with `shrink` made as small as it gets. */
async function search(
  t: Interview,
  constraints: readonly Constraint[],
  shrink: boolean,
): Promise<Counterexample | undefined> {
  let paid = 0;
  let stopped: unknown;
  const property = fc.asyncProperty(violations(constraints, t.model), async (violation) => {
    // Once it is stopped, or shrinking has cost enough, everything passes: the search ends with what it has.
    if (stopped !== undefined || paid >= PAID_AT_MOST) return true;
    try {
      const exchange = await send(t, violation);
      if (wasAccepted(exchange)) paid++;
      const findings = refusal(kindOf(violation.constraint))({ exchange, what: violation.what });
      return findings.every((finding) => finding.as !== undefined);
    } catch (error) {
      if (!(error instanceof Undecided)) stopped = error;
      return true;
    }
  });
  const { seed } = t.settings;
  const result = await fc.check(property, {
    seed,
    numRuns: DRAWS[t.settings.profile],
    endOnFailure: !shrink,
  });
  if (stopped !== undefined) throw stopped;
  if (!result.failed || !result.counterexample) return undefined;
  return { violation: result.counterexample[0], seed, path: result.counterexamplePath ?? '' };
}

function send(ask: Asking, { body, base, what }: Violation): Promise<Exchange> {
  const text = JSON.stringify(body);
  const beside = completionSpec(planned('base', 'the same without the breach', base));
  return ask.shared(`request/drawn/${text}`, (own) => settled(own, jsonPost(what, body), beside));
}

/** The constraints that hold as long as nothing else is in the request: the others have a check that says so. */
async function heldAlone(t: Interview, constraints: readonly Constraint[]): Promise<Constraint[]> {
  const held: Constraint[] = [];
  for (const constraint of constraints) if (!(await seenAlone(t, constraint))) held.push(constraint);
  return held;
}

/** Whether the check of this constraint alone sees it broken as well. */
async function seenAlone(t: Interview, constraint: Constraint): Promise<boolean> {
  const { control: row, probes } = probesOf(constraint, t.model);
  for (const [i, probe] of probes.entries()) {
    const answer = await refused(t, `${probeId(constraint)}/${i}`, probe, row).catch(undecided);
    const findings = answer ? refusal(kindOf(constraint))(answer) : [];
    if (!answer || findings.some((finding) => finding.as === undefined)) return true;
  }
  return false;
}

function undecided(error: unknown): undefined {
  if (error instanceof Undecided) return undefined;
  throw error;
}

/** The same request without the breach is accepted: otherwise something else is wrong with it. */
async function baseAccepted(t: Interview, { base }: Violation): Promise<boolean> {
  const row = planned(`drawn-base/${JSON.stringify(base)}`, 'the same without the breach', base);
  const exchange = await t.shared(`completion/${row.id}`, (own) => own.send(completionSpec(row)));
  return wasAccepted(exchange);
}

function described({ violation, seed, path }: Counterexample, profile: Profile): string {
  const again = `--only request/drawn-violations --profile ${profile} --seed ${seed}`;
  const body = JSON.stringify(violation.body);
  return `${nameOf(violation.constraint)} is broken in ${body} (smallest form; ${again} draws it again, at path ${path})`;
}
