import { finding } from '../../src/judge/finding.ts';
import { control, plainRow } from '../../src/requests/ask.ts';
import { schemaRow, toolRow } from '../../src/requests/basics.ts';
import { WEATHER } from '../../src/requests/prompts.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import { NotApplicable } from '../../src/vocabulary/undecidable.ts';
import { outcome } from '../requests/accepted.ts';
import { contentType, largeBody } from './carriage.ts';
import { observePoint, openCheck, small } from './open-check.ts';
import { nullContent, toolMembers } from './tool-loop.ts';

const clientFields = openCheck({
  id: 'request/open-client-fields',
  harm: 'clients',
  title: "Response to OpenAI's other fields",
  about:
    'Sends stream_options (for usage in streams), parallel_tool_calls, metadata and store, as clients do. Records the status. The contract rejects unknown fields; clients that send a rejected one do not work.',
  profile: 'standard',
  free: true,
  points: (model) => [
    [
      'stream-options',
      'stream_options',
      small(model, { stream: true, stream_options: { include_usage: true } }),
    ],
    [
      'parallel-tool-calls',
      'parallel_tool_calls',
      small(model, { tools: toolRow(model).body.tools, parallel_tool_calls: false }),
    ],
    ['metadata', 'metadata', small(model, { metadata: { purpose: 'conformance' } })],
    ['store', 'store', small(model, { store: false })],
  ],
});

const empties = openCheck({
  id: 'request/open-empty',
  title: 'Response to empty lists',
  about: 'Sends empty messages, tools and stop. The contract has no minimum. Records each status.',
  profile: 'exhaustive',
  points: (model) => [
    ['empty-messages', 'no messages', small(model, { messages: [] })],
    ['empty-tools', 'no tools', small(model, { tools: [] })],
    ['empty-stop', 'no stop strings', small(model, { stop: [] })],
  ],
});

const numbers = openCheck({
  id: 'request/open-numbers',
  title: 'Response to numbers without a bound',
  about:
    'Sends limits of 0 and below, five stop strings, seeds that are negative or beyond 32 bits, and biases beyond 100. Records each status.',
  profile: 'exhaustive',
  points: (model) => [
    ['limit-zero', 'a limit of 0', small(model, { max_tokens: 0 })],
    ['limit-negative', 'a limit of -1', small(model, { max_tokens: -1, stop: ['e', 'a'] })],
    ['five-stops', 'five stop strings', small(model, { stop: ['a', 'e', 'i', 'o', 'u'] })],
    ['seed-negative', 'a negative seed', small(model, { seed: -1 })],
    ['seed-large', 'a seed beyond 32 bits', small(model, { seed: 9_007_199_254_740_991 })],
    ['bias-beyond', 'a bias of 101', small(model, { logit_bias: { '15339': 101 } })],
  ],
});

const halves = openCheck({
  id: 'request/open-halves',
  title: 'Response to members without their counterpart',
  about:
    'Sends top_logprobs without logprobs, tool_choice without tools or for an unknown tool, json_schema without a schema, and unknown nested members. Records each status.',
  profile: 'exhaustive',
  points: (model) => {
    const { messages, tools } = toolRow(model).body;
    const other = { type: 'function', function: { name: 'no_such_function' } };
    return [
      ['top-logprobs-alone', 'top_logprobs without logprobs', small(model, { top_logprobs: 2 })],
      ['tool-choice-alone', 'tool_choice without tools', small(model, { messages, tool_choice: 'auto' })],
      ['tool-choice-unknown', 'an unknown tool named', small(model, { messages, tools, tool_choice: other })],
      [
        'schema-missing',
        'json_schema without a schema',
        { ...schemaRow(model).body, max_tokens: 1, response_format: { type: 'json_schema' } },
      ],
      [
        'nested-unknown',
        'an unknown member of a message',
        small(model, { messages: [{ role: 'user', content: WEATHER, zzz_unknown: 1 }] }),
      ],
    ];
  },
});

/** One of the paid combinations. */
const moreChoices: Check = {
  id: 'request/open-more-choices',
  title: 'Response to n above 2',
  clauses: ['2.1'],
  level: 'open',
  profile: 'standard',
  restsOn: ['request/accepts-plain'],
  about: 'Sends a valid request with n of 3. The contract has no maximum of n. Records the status.',
  async run(context) {
    const row = context.planned.find(({ choices }) => choices > 2);
    if (!row) return new NotApplicable('this profile has no request for more than two choices');
    const exchange = await outcome(context, row);
    const status = exchange.response?.status;
    context.observe(
      'three-choices',
      isSuccess(exchange) ? 'accepted' : String(status ?? 'no answer'),
      exchange,
    );
    return undefined;
  },
};

/** Answered with any 4xx; which one is recorded. */
const unknownModel: Check = {
  id: 'request/open-unknown-model',
  title: 'Response to an unknown model',
  clauses: ['2.10', '2.1'],
  level: 'open',
  restsOn: ['request/accepts-plain'],
  about:
    'Sends a model that does not exist. Records the status. Warns on a completion and on a repeated server error.',
  async run(context) {
    await control(context, plainRow(context.model));
    const body = small('zzz-no-such-model', {});
    const exchange = await observePoint(context, ['unknown-model', 'an unknown model', body], true);
    if (!exchange || !isSuccess(exchange)) return;
    const actual = `status ${exchange.response?.status} for model “zzz-no-such-model”`;
    context.report(finding(exchange, 'a rejection (unknown model)', actual, 'status', { as: 'warn' }));
  },
};

/** Points that the contract leaves open, or where it conflicts with real clients. */
export const openPoints: readonly Check[] = [
  clientFields,
  nullContent,
  toolMembers,
  unknownModel,
  contentType,
  largeBody,
  empties,
  numbers,
  moreChoices,
  halves,
];
