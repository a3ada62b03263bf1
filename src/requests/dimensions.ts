import { randomStream } from '../vocabulary/random.ts';
import {
  type Coverage,
  coveringArray,
  type Dimension,
  type Exclusion,
  type Row,
  type RowPattern,
} from './covering-array.ts';

/**
 * Classes of every optional member. Values of a class alternate: `inside` are those next to either bound and one in
 * the middle, `bound` the bounds themselves.
 */
export const DIMENSIONS: readonly Dimension[] = [
  { name: 'conversation', classes: ['plain', 'framed', 'turns', 'tool-result'] },
  { name: 'limit', classes: ['max_tokens', 'max_completion_tokens'] },
  { name: 'temperature', classes: ['absent', 'inside', 'minimum', 'maximum'] },
  { name: 'top_p', classes: ['absent', 'inside', 'bound'] },
  { name: 'presence_penalty', classes: ['absent', 'inside', 'bound'] },
  { name: 'frequency_penalty', classes: ['absent', 'inside', 'bound'] },
  { name: 'n', classes: ['absent', 'one', 'two'] },
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
 * Pairs that would be unfair or unclear: a call together with a JSON answer; a history of calls without tools;
 * settings at which a model babbles if a call or JSON is expected.
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

/** The fixed rows of every run as classes: their pairs are already covered. */
const NAMED: readonly Row[] = [
  ABSENT,
  { ...ABSENT, conversation: 'framed', logprobs: 'top' },
  { ...ABSENT, tools: 'named' },
  { ...ABSENT, response_format: 'json' },
  { ...ABSENT, temperature: 'minimum', seed: 'drawn', stream: 'true' },
  { ...ABSENT, temperature: 'minimum', seed: 'drawn', stream: 'false' },
  { ...ABSENT, conversation: 'tool-result', tools: 'idle' },
  { ...ABSENT, stop: 'list', logit_bias: 'small' },
  { ...ABSENT, response_format: 'json', stream: 'true', tools: 'idle' },
  { ...ABSENT, limit: 'max_completion_tokens', tools: 'idle', stream: 'true', logprobs: 'top' },
];

const TEXT = { tools: ['absent', 'idle'], response_format: ['absent', 'text'] };
/** Near a lower bound a model babbles: these values occur only without calls and JSON, at either bound. */
const LOOSE = { ...TEXT, presence_penalty: ['inside'], frequency_penalty: ['inside'] };
/** Classes that go with calls. */
const CALM = {
  temperature: ['absent', 'inside', 'minimum'],
  presence_penalty: ['absent', 'inside'],
  frequency_penalty: ['absent', 'inside'],
  logit_bias: ['absent', 'small'],
  response_format: ['absent', 'text'],
};
const ALONE = { n: ['absent', 'one'] };
const NOT_STREAMED = { stream: ['absent', 'false'] };

const SEVERAL = { n: ['two'] };

/**
 * The patterns of the array's rows. First combinations of real users that pairs need not contain: several choices
 * at once, with tools, alone with log probabilities and streamed; a replayed call in a request of the kind used for
 * violations; a stream that ends at a stop string; and streamed calls, of which the first such request asks for
 * two. Then two pairs that are excluded elsewhere, since services may reject them: a replayed call without tools,
 * and tools together with JSON. Of the others, two ask for several choices.
 */
const PATTERNS: readonly RowPattern[] = [
  { ...SEVERAL, ...NOT_STREAMED, tools: ['idle', 'required', 'named'] },
  {
    ...SEVERAL,
    conversation: ['plain'],
    limit: ['max_tokens'],
    ...NOT_STREAMED,
    tools: ['absent'],
    logprobs: ['on', 'top'],
    response_format: ['absent', 'text'],
  },
  { ...SEVERAL, stream: ['true'], temperature: ['absent', 'minimum'], stop: ['string', 'list'], ...LOOSE },
  { conversation: ['tool-result'], limit: ['max_tokens'], ...ALONE, ...NOT_STREAMED },
  { stream: ['true'], logprobs: ['off'], stop: ['string', 'list'], ...ALONE, ...LOOSE, tools: ['idle'] },
  { stream: ['true'], tools: ['required'], ...ALONE, ...CALM },
  ...[SEVERAL, SEVERAL],
  { conversation: ['tool-result'], tools: ['absent'], ...NOT_STREAMED, ...ALONE },
  { tools: ['idle'], response_format: ['json'], ...ALONE },
  ...Array.from({ length: 8 }, () => ALONE),
];

/**
 * A complete array to start from, each class by its number: found by `searchArray` of the test. It fails when it is not
 * complete any more.
 */
const START = [
  '110110211012100',
  '003222212120110',
  '312211221201011',
  '300211111113010',
  '113111122001100',
  '012011121022021',
  '101000200123111',
  '211201211020221',
  '313102000200000',
  '112110102111211',
  '001121012201001',
  '201012111010101',
  '213020001211121',
  '200211000002011',
  '302122012011020',
  '212110022123120',
  '311200122122100',
  '100222120221101',
];

/** One short completion with the older name of the limit: for violations of nested members. */
export function usual(row: Row): boolean {
  return row.n !== 'two' && row.stream !== 'true' && row.limit === 'max_tokens';
}

/** The requirements of the rows. */
export const COVERAGE: Coverage = {
  dimensions: DIMENSIONS,
  exclusions: EXCLUSIONS,
  given: NAMED,
  patterns: PATTERNS,
};

const START_ROWS: readonly Row[] = START.map((digits) =>
  Object.fromEntries(DIMENSIONS.map(({ name, classes }, d) => [name, classes[Number(digits[d])]!])),
);

/** The rows of the optional members' classes for a seed: always the same number of rows and of choices. */
export function rowsOfClasses(seed: number): readonly Row[] {
  return coveringArray(COVERAGE, START_ROWS, randomStream(`corpus ${seed}`));
}
