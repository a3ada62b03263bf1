import { type AcceptanceEvidence, acceptance } from '../../src/judge/acceptance.ts';
import { boundaryValues } from '../../src/requests/breaking.ts';
import { type Constraint, requestConstraints, slugOf } from '../../src/requests/constraints.ts';
import { acceptanceOf } from '../../src/requests/planned.ts';
import { single } from '../../src/requests/single.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive, type Undecidable } from '../../src/vocabulary/undecidable.ts';
import { accepted } from './accepted.ts';

/** One check for each bound of the request: the bound and values just inside it are accepted. */
export function boundaryChecks(): Check[] {
  return requestConstraints()
    .filter((c) => boundaryValues(c).length > 0 && c.path.length === 1)
    .map(boundaryCheck);
}

const sideOf = ({ keyword }: Constraint) => (keyword === 'minimum' ? 'minimum' : 'maximum');

/** The check that tests a bound and values just inside it. */
export function boundaryCheckId(constraint: Constraint): CheckId {
  return `request/${slugOf(constraint.path)}-at-${sideOf(constraint)}` as CheckId;
}

function boundaryCheck(constraint: Constraint): Check {
  const [member] = constraint.path as [string];
  const [bound, inside] = boundaryValues(constraint) as [number, number];
  const side = sideOf(constraint);
  return {
    id: boundaryCheckId(constraint),
    harm: 'clients',
    title: `${member} accepts its ${side} ${bound} and ${inside}`,
    clauses: ['2.1', '8'],
    level: 'must',
    profile: 'standard',
    adaptsTo: [acceptanceOf('plain'), acceptanceOf(member)],
    about: `Sends ${bound} and ${inside}: bounds are inclusive. Passes if a request of the run with the value was accepted, or else a minimal request with it. Fails if both are rejected.`,
    async run(context) {
      await context.verifyEach(
        [bound, inside].map((value) => (ask) => {
          const rows = context.planned.filter((row) => row.body[member] === value);
          const body = rows[0]?.body ?? {
            model: context.model,
            [member]: value,
            ...(member === 'top_logprobs' && { logprobs: true }),
          };
          return atBound(context, ask, member, rows, single(member, body));
        }),
        acceptance,
      );
    },
  };
}

/** A value at a bound; if it is rejected, and the member without it too, that one's check reports why. */
async function atBound(
  context: CheckContext,
  ask: Requester,
  member: string,
  rows: readonly PlannedCompletion[],
  alone: PlannedCompletion,
): Promise<AcceptanceEvidence | Undecidable> {
  const evidence = await accepted(context, ask, member, rows, alone);
  const whole = acceptanceOf(member);
  if (isSuccess(evidence.exchange) || context.holds(whole)) return evidence;
  return new Inconclusive(`${member} is rejected with other values too`, [evidence.exchange], whole);
}
