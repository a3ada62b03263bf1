import { flawedAnswer, flawedCompletion } from '../../src/auth/endpoints.ts';
import { acceptance } from '../../src/judge/acceptance.ts';
import { readAlike } from '../../src/judge/read-alike.ts';
import { type PlannedCompletion, wasAccepted } from '../../src/requests/ask.ts';
import { corpusOf } from '../../src/requests/corpus-of.ts';
import { permittedRefusal } from '../../src/requests/permitted-refusals.ts';
import { forOtherModel } from '../../src/requests/planned.ts';
import {
  type Check,
  type CheckContext,
  Inconclusive,
  NotApplicable,
  type Requester,
} from '../../src/vocabulary/check.ts';
import type { RequestSpec } from '../../src/vocabulary/exchange.ts';
import { named, outcome } from './accepted.ts';
import { unlimited } from './unlimited.ts';

async function withoutLimit(context: CheckContext, ask: Requester) {
  const row = await unlimited(context, ask);
  return { exchange: await outcome(ask, row), what: 'a request without any limit' };
}

/** HTTP lets a server ask for a Content-Length (RFC 9110, 15.5.12). */
const LENGTH_REQUIRED = 411;

/** A request to a model beside the first one, and why the service may refuse it. */
async function toOtherModel(context: CheckContext, ask: Requester, row: PlannedCompletion) {
  const exchange = await outcome(ask, row);
  const what = row.why;
  if (wasAccepted(exchange)) return { exchange, what };
  for (const member of Object.keys(row.body)) {
    if (member === 'model' || member === 'messages') continue;
    const excuse = await permittedRefusal(context, ask, member, row.body);
    if (excuse) return { exchange, what, excuse };
  }
  return named(ask, row, { exchange, what });
}

/**
 * A request that is sent otherwise, beside the plain one; where they differ, beside that as it is answered now, since a service
 * may answer otherwise than before.
 */
async function besidePlain(context: CheckContext, ask: Requester, otherwise: RequestSpec) {
  const without = await flawedAnswer(ask, context.model);
  const exchange = await ask.send(otherwise);
  if (exchange.response?.status === without.response?.status) return { without, exchange };
  const plain = flawedCompletion(context.model, 'a temperature of 3, sent plainly once more');
  return { without: await ask.send(plain), exchange };
}

const PLAIN = 'request/accepts-plain';

/** Good requests that differ from others in what is left out, and in how they are sent. */
export const otherwiseChecks: readonly Check[] = [
  {
    id: 'request/accepts-no-limit',
    title: 'A request without any limit on tokens is accepted',
    clauses: ['2.1'],
    level: 'must',
    profile: 'standard',
    needs: ['request/accepts-plain'],
    about:
      'The plainest request, which asks for a short answer, without max_tokens and max_completion_tokens: both are optional. Everything but a 2xx fails. Models that reason are not asked.',
    run: async (context) => void (await context.verify((ask) => withoutLimit(context, ask), acceptance)),
  },
  {
    id: 'request/accepts-models',
    title: 'Further models that the user names take valid requests',
    clauses: ['2.1', '4.1'],
    level: 'must',
    considers: ['request/accepts-plain'],
    about:
      'Each model that is named beside the first one gets eight requests: the plainest, a call, JSON by a schema, a conversation with a call in it, log probabilities, stop strings, the newer limit, and a stream. Their answers are judged with all others. Everything but a 2xx fails, except where services decide by model (warns). Applies when --model is given more than once.',
    async run(context) {
      const rows = corpusOf(context).filter(forOtherModel);
      if (rows.length === 0) throw new NotApplicable('one model is named: give --model again for others');
      if (!context.stands(PLAIN)) throw new Inconclusive('the plainest request is refused', [], PLAIN);
      await context.verifyEach(
        rows.map((row) => (ask) => toOtherModel(context, ask, row)),
        acceptance,
      );
    },
  },
  {
    id: 'request/accepts-charset',
    title: 'A Content-Type with a charset is read like one without',
    clauses: ['4.1', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'A completion with a temperature out of bounds, which costs nothing, is sent as application/json, and as application/json with the charset UTF-8. Another status for the second one warns.',
    async run(context) {
      await context.verify(async (ask) => {
        const headers = [['content-type', 'application/json; charset=utf-8']] as const;
        const label = 'a temperature of 3, its Content-Type with a charset';
        const plain = flawedCompletion(context.model, label);
        return besidePlain(context, ask, { ...plain, headers });
      }, readAlike('a Content-Type with a charset'));
    },
  },
  {
    id: 'request/accepts-chunked',
    title: 'A body that is sent in chunks is read like one of a known length',
    clauses: ['4.1', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'A completion with a temperature out of bounds, which costs nothing, is sent with a Content-Length, and in chunks (Transfer-Encoding: chunked), as clients do that do not know the length beforehand. Another status for the second one warns, but for 411, by which HTTP lets a server ask for the length.',
    async run(context) {
      await context.verify(
        async (ask) => {
          const plain = flawedCompletion(context.model, 'a temperature of 3, its body in chunks');
          return besidePlain(context, ask, { ...plain, chunked: true });
        },
        readAlike('a body in chunks', LENGTH_REQUIRED),
      );
    },
  },
];
