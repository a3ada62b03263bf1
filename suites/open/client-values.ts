import { finding } from '../../src/judge/finding.ts';
import { answerOf } from '../../src/judge/refusal.ts';
import { jsonPost } from '../../src/requests/ask.ts';
import { historyRow, plainRow, toolRow } from '../../src/requests/basics.ts';
import type { Json } from '../../src/requests/edit.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import { openAnswer } from './observe.ts';

/**
 * A request in the format of OpenAI or another service that the contract does not define: expected to be rejected,
 * and free.
 */
interface Case {
  name: string;
  what: string;
  body: Json;
}

async function send(
  asking: Requester,
  { name, what, body }: Case,
): Promise<{ exchange: Exchange; what: string }> {
  const spec = jsonPost(what, { ...body, max_tokens: 1 });
  return { exchange: await openAnswer(asking, name, spec), what };
}

/** Beyond the contract: a rejection is correct, an acceptance only warns, and so does a server error. */
function beyond({ exchange, what }: { exchange: Exchange; what: string }) {
  const status = exchange.response?.status ?? 0;
  if (!isSuccess(exchange) && status < 500) return [];
  const expected = 'status 422 (value that the contract does not list)';
  return [finding(exchange, expected, `${answerOf(exchange)} for ${what}`, 'status', { as: 'warn' })];
}

function values(model: string): Case[] {
  const { body } = plainRow(model);
  const { tools: _, tool_choice: __, ...asking } = toolRow(model).body;
  const message = (members: Json) => ({ ...body, messages: [members] });
  const parts = [{ type: 'text', text: 'Say hello.' }];
  return [
    {
      name: 'role-developer',
      what: 'the role developer',
      body: {
        ...body,
        messages: [{ role: 'developer', content: 'Be brief.' }, ...(body.messages as Json[])],
      },
    },
    {
      name: 'role-function',
      what: 'the role function',
      body: {
        ...body,
        messages: [...(body.messages as Json[]), { role: 'function', name: 'f', content: '1' }],
      },
    },
    {
      name: 'content-parts',
      what: 'content as a list of parts',
      body: message({ role: 'user', content: parts }),
    },
    { name: 'effort-none', what: 'reasoning effort none', body: { ...body, reasoning_effort: 'none' } },
    { name: 'effort-xhigh', what: 'reasoning effort xhigh', body: { ...body, reasoning_effort: 'xhigh' } },
    {
      name: 'choice-any',
      what: 'tool_choice any',
      body: { ...toolRow(model).body, tool_choice: 'any' },
    },
    {
      name: 'custom-tool',
      what: 'a custom tool',
      body: { ...asking, tools: [{ type: 'custom', custom: { name: 'note' } }] },
    },
  ];
}

/** Values of OpenAI and other services that the contract does not list. */
export const openaiValuesCheck: Check = {
  id: 'request/openai-values',
  harm: 'leniency',
  title: "Values beyond the contract's enumerations are rejected",
  clauses: ['2.1', '2.2', '2.4'],
  level: 'should',
  profile: 'standard',
  restsOn: ['request/accepts-plain'],
  about:
    'Sends the roles developer and function, content as parts, the efforts none and xhigh, the tool_choice any, and a custom tool. Passes on a rejection. Warns on acceptance and on a server error.',
  run: (context) =>
    context.verifyEach(
      values(context.model).map((one) => (asking) => send(asking, one)),
      beyond,
    ),
};

/** The turn that the tool loop of the official client sends back: a call whose content is null. */
export function replayedCall(model: string): Json {
  const { body } = historyRow(model);
  const messages = (body.messages as Json[]).map((m) => (m.tool_calls ? { ...m, content: null } : m));
  return { ...body, messages };
}
