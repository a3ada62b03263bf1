import { schemaOf } from '../../src/contract/schemas.ts';
import { answerOf } from '../../src/judge/refusal.ts';
import { control, jsonPost, type PlannedCompletion, wasAccepted } from '../../src/requests/ask.ts';
import { carrierOf } from '../../src/requests/carriers.ts';
import { type Constraint, requestConstraints, typesOf } from '../../src/requests/constraints.ts';
import { edited } from '../../src/requests/edit.ts';
import type { Check, CheckContext, Finding } from '../../src/vocabulary/check.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';
import { attempt, decided, Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { openAnswer } from './open-answer.ts';

/** Accepted ones are paid for: that many are enough to tell what the target does. */
const ACCEPTED_AT_MOST = 3;
/** What is nested takes turns: a seed asks for one of so many. Most services treat null alike everywhere. */
const PART = 3;
/** A service that takes its time is asked for some of them together. */
const AT_ONCE = 8;

/** The optional members, at the top and below, that neither published description lets be null. */
function neverNull(): Constraint[] {
  const second = schemaOf('completion-request-second').properties ?? {};
  return requestConstraints().filter(({ keyword, path, types, mandatory }) => {
    if (keyword !== 'type' || mandatory || path.at(-1) === '*' || types.includes('null')) return false;
    const [top = ''] = path;
    const other = path.length === 1 ? second[top] : undefined;
    return !(typeof other === 'object' && typesOf(other).includes('null'));
  });
}

/** The request that one of them is null in, at the smallest price. */
function nulled(constraint: Constraint, model: string) {
  const { row, path } = carrierOf(constraint, model);
  const body = edited({ ...row.body, max_tokens: 1 }, path, null);
  return { what: `${path.join('.')} = null`, body, row };
}

/** Whether the request is answered as it should be without the null. */
async function isTaken(context: CheckContext, row: PlannedCompletion): Promise<boolean> {
  const answer = await attempt(control(context, row));
  return !(answer instanceof Inconclusive) && decided(answer) !== undefined;
}

function warning(exchange: Exchange, what: string): Finding {
  return {
    expected: 'status 422 for null (neither published description lists it)',
    actual: `${answerOf(exchange)} for ${what}`,
    place: 'status',
    exchanges: [exchange.id],
    as: 'warn',
  };
}

/** Null for optional members that neither description lets be null. */
export const nullOptionalCheck: Check = {
  id: 'request/null-optional',
  harm: 'leniency',
  title: 'Null for an optional member is rejected',
  clauses: ['2.1', '2.2', '2.4'],
  level: 'should',
  profile: 'standard',
  restsOn: ['request/accepts-plain'],
  about:
    'Sends null for each optional member that does not list null, one at a time: all at the top level, a third of the nested ones, all in the exhaustive profile. Passes on a rejection. Warns on acceptance, since many services read null as absent, and on a server error. Sends eight at a time and stops after three billed acceptances.',
  async run(context) {
    let accepted = 0;
    const { profile, seed } = context.settings;
    const all = neverNull().filter(
      ({ path }, i) => profile === 'exhaustive' || path.length === 1 || (i + seed) % PART === 0,
    );
    for (let from = 0; from < all.length && accepted < ACCEPTED_AT_MOST; from += AT_ONCE) {
      const asked = await Promise.all(
        all.slice(from, from + AT_ONCE).map(async (constraint) => {
          const { what, body, row } = nulled(constraint, context.model);
          const exchange = await openAnswer(context, what, jsonPost(what, body));
          return { what, exchange, row };
        }),
      );
      for (const { what, exchange, row } of asked) {
        if (wasAccepted(exchange)) accepted++;
        const stumbled = (exchange.response?.status ?? 0) >= 500;
        // What is stumbled over without the null as well is told where that request is judged.
        if (stumbled && !(await isTaken(context, row))) continue;
        if (stumbled || wasAccepted(exchange)) context.report(warning(exchange, what));
        else context.held(exchange);
      }
    }
  },
};
