import { flawedAnswer } from '../../src/auth/endpoints.ts';
import { noServerErrorForOddValue } from '../../src/judge/requests/odd-value.ts';
import { jsonPost, plainRow } from '../../src/requests/ask.ts';
import { toolRow } from '../../src/requests/basics.ts';
import { UNKNOWN_SPELLINGS } from '../../src/requests/constraints.ts';
import type { Json } from '../../src/requests/edit.ts';
import { withRaw } from '../../src/requests/malformed.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';

const oddValuesKey = (what: string) => answerKey<Exchange>(`open/odd-values/${what}`);

/**
 * The rest of the request with the flaw, and the members that contain it; one that JSON.stringify cannot write as
 * raw text.
 */
type Odd = readonly [what: string, members: Json | string];

/** Two or three at a time: each with members that the others lack. */
function oddities(model: string): Odd[][] {
  const { messages, tools } = toolRow(model).body;
  const other = { type: 'function', function: { name: 'no_such_function' } };
  const deep = { type: 'object', properties: { a: { type: 'array', items: { type: 'object' } } } };
  const unknown = Object.fromEntries(
    ['', 'Role', 'Content', ...UNKNOWN_SPELLINGS].map((name) => [name, deep]),
  );
  return [
    [
      ['no messages', { messages: [] }],
      ['a negative seed', { seed: -1 }],
    ],
    [
      ['no tools', { tools: [] }],
      ['a limit of 0', { max_tokens: 0 }],
      ['unknown members of a message', { messages: [{ role: 'user', content: 'Hi.', ...unknown }] }],
    ],
    [
      ['no stop strings', { stop: [] }],
      ['a seed beyond 64 bits', '"seed":99999999999999999999'],
    ],
    [
      ['an empty stop string', { stop: [''] }],
      ['three choices', { n: 3 }],
    ],
    [
      ['a limit of -1', { max_tokens: -1 }],
      ['a bias of 101', { logit_bias: { '15339': 101 } }],
    ],
    [
      ['five stop strings', { stop: ['a', 'e', 'i', 'o', 'u'] }],
      ['a limit beyond 64 bits', '"max_completion_tokens":99999999999999999999'],
    ],
    [
      ['a bias of a key that is not a number', { logit_bias: { hello: 1 } }],
      ['a limit that is written 1.0', '"max_completion_tokens":1.0'],
    ],
    [
      ['top_logprobs without logprobs', { top_logprobs: 2 }],
      ['n that is written 1.0', '"n":1.0'],
    ],
    [
      ['tool_choice without tools', { tool_choice: 'auto' }],
      ['json_schema without a schema', { response_format: { type: 'json_schema' } }],
    ],
    [
      ['an unknown tool named', { messages, tools, tool_choice: other }],
      ['an empty model', { model: '' }],
    ],
  ];
}

/** The same with a temperature out of bounds, so that it is free however the rest is interpreted. */
function body(model: string, odd: readonly Odd[]): string {
  let json: Json = { ...plainRow(model).body, max_tokens: 1, temperature: 5 };
  for (const [, members] of odd) if (typeof members !== 'string') json = { ...json, ...members };
  const raw = odd.flatMap(([, members]) => (typeof members === 'string' ? [members] : []));
  return raw.length > 0 ? withRaw(json, raw.join(',')) : JSON.stringify(json);
}

/** The flaw alone is rejected: such requests are free, and a server error is caused by the rest. */
async function flawIsRefused(context: CheckContext): Promise<void> {
  const flawed = await flawedAnswer(context, context.model);
  const status = flawed.response?.status ?? 0;
  if (!isSuccess(flawed) && status < 500) return;
  const why = 'an invalid temperature alone is not rejected';
  throw new Inconclusive(why, [flawed], 'request/temperature-above-maximum');
}

/** Values whose meaning is open; they must not cause a server error. */
export const oddValuesCheck: Check = {
  id: 'request/odd-values-stand',
  harm: 'leniency',
  title: 'Unusual values that the contract leaves open cause no server error',
  clauses: ['2.1', '7.3'],
  level: 'should',
  profile: 'standard',
  about:
    'Sends empty lists, limits of 0, below 0 and beyond 64 bits, integers written as 1.0, three choices, and negative and huge seeds. Also sends unusual biases, members without their counterpart and unknown members of messages. Each request has two or three of them and a temperature out of bounds, so that it costs nothing. Passes on any other answer. Warns on a repeated server error.',
  async run(context) {
    await flawIsRefused(context);
    const send = async (ask: Requester, odd: readonly Odd[]) => {
      const what = odd.map(([words]) => words).join(' and ');
      const spec = { ...jsonPost(`${what}, beside a flaw`, null), body: body(context.model, odd) };
      const exchange = await ask.shared(oddValuesKey(what), (own) => own.send(spec));
      return { exchange, what };
    };
    const asked = (pair: readonly Odd[]) => async (ask: Requester) => {
      const both = await send(ask, pair);
      if ((both.exchange.response?.status ?? 0) < 500) return both;
      // A value that causes the error alone is named alone.
      const alone = await Promise.all(pair.map((odd) => send(ask, [odd])));
      return alone.find(({ exchange }) => (exchange.response?.status ?? 0) >= 500) ?? both;
    };
    await context.verifyEach(oddities(context.model).map(asked), noServerErrorForOddValue);
  },
};
