import { flawedAnswer, flawedCompletion } from '../../src/auth/endpoints.ts';
import { acceptance } from '../../src/judge/acceptance.ts';
import { readAlike } from '../../src/judge/read-alike.ts';
import { permittedRefusal } from '../../src/requests/permitted-refusals.ts';
import { forOtherModel } from '../../src/requests/planned.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { isSuccess, type RequestSpec } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive, NotApplicable } from '../../src/vocabulary/undecidable.ts';
import { named, outcome } from './accepted.ts';
import { unlimited } from './unlimited.ts';

async function withoutLimit(context: CheckContext, ask: Requester) {
  const row = await unlimited(context, ask);
  return { exchange: await outcome(ask, row), what: 'a request without a token limit' };
}

/** HTTP lets a server ask for a Content-Length (RFC 9110, 15.5.12). */
const LENGTH_REQUIRED = 411;

/** A request to an additional model, and why the service may reject it. */
async function toOtherModel(context: CheckContext, ask: Requester, row: PlannedCompletion) {
  const exchange = await outcome(ask, row);
  const what = row.why;
  if (isSuccess(exchange)) return { exchange, what };
  for (const member of Object.keys(row.body)) {
    if (member === 'model' || member === 'messages') continue;
    const excuse = await permittedRefusal(context, ask, member, row.body);
    if (excuse) return { exchange, what, excuse };
  }
  return named(ask, row, { exchange, what });
}

/**
 * A request in another notation, and the plain one; if they differ, a new response to the plain one, since a
 * service may change.
 */
async function besidePlain(context: CheckContext, ask: Requester, otherwise: RequestSpec) {
  const without = await flawedAnswer(ask, context.model);
  const exchange = await ask.send(otherwise);
  if (exchange.response?.status === without.response?.status) return { without, exchange };
  const plain = flawedCompletion(context.model, 'a temperature of 3, sent plainly once more');
  return { without: await ask.send(plain), exchange };
}

const PLAIN = 'request/accepts-plain';

/** Valid requests with omitted members, or in another notation. */
export const otherwiseChecks: readonly Check[] = [
  {
    id: 'request/accepts-no-limit',
    title: 'A request without a token limit is accepted',
    clauses: ['2.1'],
    level: 'must',
    profile: 'standard',
    restsOn: ['request/accepts-plain'],
    about:
      'Sends the minimal request for a short answer without max_tokens and max_completion_tokens. Passes on a 2xx. Fails on any other status. Does not use reasoning models.',
    run: (context) => context.verify((ask) => withoutLimit(context, ask), acceptance),
  },
  {
    id: 'request/accepts-models',
    title: 'Additional models accept valid requests',
    clauses: ['2.1', '4.1'],
    level: 'must',
    adaptsTo: ['request/accepts-plain'],
    about:
      'Sends eight requests to each further --model: minimal, tool call, json_schema, conversation with a tool call, log probabilities, stop strings, max_completion_tokens and stream. Other checks judge the answers too. Passes on a 2xx. Warns on a rejection that services may decide by model. Fails on any other status. Not applicable with one --model.',
    async run(context) {
      const rows = context.planned.filter(forOtherModel);
      if (rows.length === 0) return new NotApplicable('one model is given: repeat --model for more');
      if (!context.holds(PLAIN)) return new Inconclusive('the minimal request is rejected', [], PLAIN);
      return context.verifyEach(
        rows.map((row) => (ask) => toOtherModel(context, ask, row)),
        acceptance,
      );
    },
  },
  {
    id: 'request/accepts-charset',
    title: 'Content-Type may have a charset',
    clauses: ['4.1', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Sends a temperature out of bounds, which costs nothing, with Content-Type application/json and with charset=utf-8 added. Warns if the second status differs.',
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
    title: 'A chunked request body is accepted',
    clauses: ['4.1', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Sends a temperature out of bounds, which costs nothing, with a Content-Length and with Transfer-Encoding: chunked. Warns if the second status differs, except 411, which asks for the length.',
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
