import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { planned } from '../vocabulary/planned-completion.ts';
import { awaitingWords, CLOCK_TOOL, MOON_TOOL, weatherTool } from './prompts.ts';
import { smallestRefused } from './smallest-refused.ts';

type Body = Record<string, unknown>;

/** A service that refuses what a predicate says, and counts what it takes. */
function serving(refuses: (text: string, body: Body) => boolean) {
  const answers = new Map<string, unknown>();
  let accepted = 0;
  const send = async ({ body }: RequestSpec) => {
    const isRefused = refuses(String(body), JSON.parse(String(body)) as Body);
    if (!isRefused) accepted++;
    return exchange({ status: isRefused ? 422 : 200, body: {} });
  };
  const ask = {
    round: 1,
    send,
    shared: (name: string, make: (own: unknown) => Promise<unknown>) => {
      if (!answers.has(name)) answers.set(name, make(ask));
      return answers.get(name);
    },
  } as unknown as Requester;
  return { ask, accepted: () => accepted };
}

const rich = {
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello.' },
  ],
  max_tokens: 32,
  temperature: 1,
  tools: [
    weatherTool(0),
    CLOCK_TOOL,
    { type: 'function', function: { name: 'f', parameters: { properties: {} } } },
  ],
  tool_choice: 'required',
  response_format: { type: 'json_object' },
};

test.each<[string, Body, (text: string, body: Body) => boolean, RegExp]>([
  ['a member', rich, (_, { temperature }) => temperature !== undefined, /^temperature = 1$/],
  [
    'what stands deep in a list',
    rich,
    (text) => text.includes('"properties":{}'),
    /^tools\/\d\/function\/parameters\/properties = \{\}$/,
  ],
  [
    'the name of a function',
    rich,
    (text) => text.includes('"get-time"'),
    /^tools\/1\/function\/name = "get-time"$/,
  ],
  [
    'two members together',
    rich,
    (_, body) => !!body.tools && !!body.response_format,
    /^tools = .* beside response_format = /,
  ],
  [
    'a member of a stream',
    { ...rich, n: 2, stream: true },
    (_, { n, stream }) => n === 2 && stream === true,
    /^n = 2 beside stream = true$/,
  ],
  ['a role', rich, (text) => text.includes('"system"'), /^messages = \[\{"role":"system"/],
  [
    'the id of a call',
    { model: 'm', messages: awaitingWords(0), max_tokens: 4, tools: [weatherTool(0), MOON_TOOL] },
    (text) => /"id":"call_/.test(text),
    /^messages\/\d\/tool_calls\/\d\/id = "call_/,
  ],
])('%s is named when it is refused', async (_, body, refuses, what) => {
  const { ask, accepted } = serving(refuses);
  const found = await smallestRefused(ask, planned('row', 'a row', body), exchange({ status: 422 }));
  expect(found?.what).toMatch(what);
  expect(accepted()).toBeLessThanOrEqual(10);
});

test('what is known of one request explains the next', async () => {
  const { ask } = serving((text) => text.includes('"get-time"'));
  const refused = exchange({ status: 422 });
  const row = planned('row', 'a row', rich);
  const [one, two] = await Promise.all([
    smallestRefused(ask, row, refused),
    smallestRefused(ask, row, refused),
  ]);
  expect(two?.what).toBe(one?.what);
});

test('nothing is named when the smallest part is accepted when sent again', async () => {
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && !!seen.add(text);
  const { ask } = serving((text, { temperature }) => temperature !== undefined && isNew(text));
  const refused = exchange({ status: 422, body: {} });
  expect(await smallestRefused(ask, planned('r', 'a row', rich), refused)).toBeUndefined();
});

test('nothing is named when every second request of a kind is refused', async () => {
  let count = 0;
  const { ask } = serving((_, { tools }) => tools !== undefined && count++ % 2 === 1);
  const refused = exchange({ status: 422, body: {} });
  for (let first = 0; first < 2; first++) {
    count = first;
    expect(await smallestRefused(ask, planned(`r${first}`, 'a row', rich), refused)).toBeUndefined();
  }
});

test('nothing is named when no part is to blame', async () => {
  const { ask } = serving(() => true);
  const row = planned('row', 'a row', {
    model: 'm',
    messages: [{ role: 'user', content: 'Hello.' }],
    max_completion_tokens: 4,
  });
  expect(await smallestRefused(ask, row, exchange({ status: 422 }))).toBeUndefined();
});
