import { randomStream } from '../vocabulary/random.ts';
import { coveringArray, type Wanted } from './covering-array.ts';
import type { Dimension, Exclusion, Row } from './covering-grid.ts';

/**
 * Classes of every optional member. Values of a class take turns: `inside` are those next to either bound and one in
 * the middle, `bound` the bounds themselves.
 */
export const DIMENSIONS: readonly Dimension[] = [
  { name: 'conversation', classes: ['plain', 'framed', 'turns', 'tool-result'] },
  { name: 'limit', classes: ['max_tokens', 'max_completion_tokens'] },
  { name: 'temperature', classes: ['absent', 'inside', 'minimum', 'maximum'] },
  { name: 'top_p', classes: ['absent', 'inside', 'bound'] },
  { name: 'presence_penalty', classes: ['absent', 'inside', 'bound'] },
  { name: 'frequency_penalty', classes: ['absent', 'inside', 'bound'] },
  { name: 'n', classes: ['absent', 'one', 'two'], prices: { two: 2 } },
  { name: 'stream', classes: ['absent', 'false', 'true'] },
  { name: 'stop', classes: ['absent', 'string', 'list'] },
  { name: 'logit_bias', classes: ['absent', 'small', 'extreme'] },
  { name: 'seed', classes: ['absent', 'drawn', 'edge'] },
  { name: 'tools', classes: ['absent', 'idle', 'required', 'named'] },
  { name: 'response_format', classes: ['absent', 'text', 'json'] },
  { name: 'logprobs', classes: ['off', 'on', 'top'] },
  { name: 'user', classes: ['absent', 'present'] },
];

const CALLS = ['required', 'named'] as const;

/**
 * Pairs that would be unfair or unclear: a call beside a JSON answer; a history of calls without tools; settings at
 * which a model babbles where a call or JSON is wanted.
 */
export const EXCLUSIONS: readonly Exclusion[] = [
  { conversation: 'tool-result', tools: 'absent' },
  { conversation: 'tool-result', response_format: 'json' },
  ...['idle', ...CALLS].map((tools): Exclusion => ({ tools, response_format: 'json' })),
  ...babble().map((setting): Exclusion => ({ ...setting, response_format: 'json' })),
  ...CALLS.flatMap((tools) => babble().map((setting): Exclusion => ({ ...setting, tools }))),
];

function babble(): Exclusion[] {
  return [
    { temperature: 'maximum' },
    { presence_penalty: 'bound' },
    { frequency_penalty: 'bound' },
    { logit_bias: 'extreme' },
  ];
}

const ABSENT: Row = Object.fromEntries(DIMENSIONS.map((d) => [d.name, d.classes[0]!]));

/** The rows that stand in every run anyway, in classes: what they cover need not be covered again. */
const NAMED: readonly Row[] = [
  ABSENT,
  { ...ABSENT, conversation: 'framed', logprobs: 'top' },
  { ...ABSENT, tools: 'named' },
  { ...ABSENT, response_format: 'json' },
  { ...ABSENT, temperature: 'minimum', seed: 'drawn', stream: 'true' },
  { ...ABSENT, temperature: 'minimum', seed: 'drawn', stream: 'false' },
  { ...ABSENT, conversation: 'tool-result', tools: 'idle' },
  { ...ABSENT, stop: 'list', logit_bias: 'small' },
  { ...ABSENT, response_format: 'json', stream: 'true' },
  { ...ABSENT, limit: 'max_completion_tokens', tools: 'idle', stream: 'true', logprobs: 'top' },
];

const TEXT = { tools: ['absent', 'idle'], response_format: ['absent', 'text'] };
/** Near a lower bound a model babbles: these values stand where no call and no JSON is wanted, at either bound. */
const LOOSE = { ...TEXT, presence_penalty: ['inside'], frequency_penalty: ['inside'] };
/** What goes together with calls. */
const CALM = {
  temperature: ['absent', 'inside', 'minimum'],
  presence_penalty: ['absent', 'inside'],
  frequency_penalty: ['absent', 'inside'],
  logit_bias: ['absent', 'small'],
  response_format: ['absent', 'text'],
};
const ALONE = { n: ['absent', 'one'] };
const NOT_STREAMED = { stream: ['absent', 'false'] };

/**
 * Combinations that users have and that pairs need not hold: several choices at once, beside tools, alone with log
 * probabilities and streamed; a replayed call in a request of the kind that breaches are tried in; a stream that ends at a
 * stop string; and calls that are streamed, of which the first such request asks for two.
 */
const WANTED: readonly Wanted[] = [
  { n: ['two'], ...NOT_STREAMED, tools: ['idle', 'required', 'named'] },
  {
    conversation: ['plain'],
    limit: ['max_tokens'],
    n: ['two'],
    ...NOT_STREAMED,
    tools: ['absent'],
    logprobs: ['on', 'top'],
    response_format: ['absent', 'text'],
  },
  { n: ['two'], stream: ['true'], temperature: ['absent', 'minimum'], stop: ['string', 'list'], ...LOOSE },
  { conversation: ['tool-result'], limit: ['max_tokens'], ...ALONE, ...NOT_STREAMED },
  { stream: ['true'], logprobs: ['off'], stop: ['string', 'list'], ...ALONE, ...LOOSE },
  { stream: ['true'], tools: ['required'], ...ALONE, ...CALM },
];

/** One short answer under the older name of the limit: what breaches of nested members can be sent in. */
export function usual(row: Row): boolean {
  return row.n !== 'two' && row.stream !== 'true' && row.limit === 'max_tokens';
}

const known = new Map<number, readonly Row[]>();

/** Choices that the rows may cost together: with all else, a standard run asks for sixty at most. */
export const AFFORDED = 24;
/** A covering array is drawn greedily, and now and then comes out a row too long. */
const DRAWS = 4;

/** A covering array that holds these combinations as well, the same for the same seed: the first one that can be afforded. */
export function rowsOfClasses(seed: number): readonly Row[] {
  const rows = known.get(seed) ?? affordable(seed);
  if (known.size > 32) known.clear();
  known.set(seed, rows);
  return rows;
}

function affordable(seed: number): readonly Row[] {
  const choices = (rows: readonly Row[]) => rows.length + rows.filter((row) => row.n === 'two').length;
  let cheapest: readonly Row[] = [];
  for (let turn = 0; turn < DRAWS; turn++) {
    const random = randomStream(turn === 0 ? `corpus ${seed}` : `corpus ${seed} ${turn}`);
    const rows = coveringArray(DIMENSIONS, EXCLUSIONS, random, {
      given: NAMED,
      wanted: WANTED,
      enough: AFFORDED,
    });
    if (turn === 0 || choices(rows) < choices(cheapest)) cheapest = rows;
    if (choices(cheapest) <= AFFORDED) break;
  }
  return cheapest;
}
