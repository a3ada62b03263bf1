import { schemaOf } from '../../src/contract/schemas.ts';
import { finding } from '../../src/judge/finding.ts';
import { answerOf } from '../../src/judge/refusal.ts';
import { control, jsonPost } from '../../src/requests/ask.ts';
import { carrierOf } from '../../src/requests/carriers.ts';
import { type Constraint, requestConstraints, typesOf } from '../../src/requests/constraints.ts';
import { edited } from '../../src/requests/edit.ts';
import type { Check, CheckContext, Finding } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { attempt, decided, Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { openAnswer } from './observe.ts';

/** Accepted ones are billed: so many are enough to recognize the behavior. */
const ACCEPTED_AT_MOST = 3;
/** Nested members alternate: a seed sends one of so many. Most services treat null alike everywhere. */
const PART = 3;
/** A slow service gets some of them concurrently. */
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

/** The request with null for one of them, at the smallest price. */
function nulled(constraint: Constraint, model: string) {
  const { row, path } = carrierOf(constraint, model);
  const body = edited({ ...row.body, max_tokens: 1 }, path, null);
  return { what: `${path.join('.')} = null`, body, row };
}

/** Whether the request is answered correctly without the null. */
async function isTaken(context: CheckContext, row: PlannedCompletion): Promise<boolean> {
  const answer = await attempt(control(context, row));
  return !(answer instanceof Inconclusive) && decided(answer) !== undefined;
}

function warning(exchange: Exchange, what: string): Finding {
  const expected = 'status 422 for null (neither published description lists it)';
  return finding(exchange, expected, `${answerOf(exchange)} for ${what}`, 'status', { as: 'warn' });
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
        if (isSuccess(exchange)) accepted++;
        const stumbled = (exchange.response?.status ?? 0) >= 500;
        // A server error without the null too is reported by the check of that request.
        if (stumbled && !(await isTaken(context, row))) continue;
        if (stumbled || isSuccess(exchange)) context.report(warning(exchange, what));
        else context.held(exchange);
      }
    }
  },
};
