import fc from 'fast-check';
import { isObject } from '../judge/json.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import { ROOMY, requestSeed } from './basics.ts';
import type { Row } from './covering-array.ts';
import { rowsOfClasses, usual } from './dimensions.ts';
import { valuesOf } from './drawn-members.ts';
import { endsInWords, type Tools, toolsOf, wantsTwo } from './offered-tools.ts';
import {
  awaitingWords,
  BRIEF,
  CITY_AS_JSON,
  type Conversation,
  cityFormat,
  conversation,
  LONG,
  REPEAT,
  WEATHER,
  WEATHER_AND_TIME,
} from './prompts.ts';
import { stopOf } from './stop-strings.ts';

const BOUNDS: Record<string, readonly [number, number]> = {
  temperature: [0, 2],
  top_p: [0, 1],
  presence_penalty: [-2, 2],
  frequency_penalty: [-2, 2],
};

/** The index of the use of several choices that requests more than two: without tools, formats and streams. */
const MORE_CHOICES = 1;

/** A short user name, and one as long as a hexadecimal hash. */
const USERS = ['conformance-user-1', 'conformance-user-2-of-a-library-with-many-readers-and-long-names'];

/** Requests in which every compatible pair of classes occurs. The same seed yields the same requests. */
export function combinationRows(model: string, seed: number): PlannedCompletion[] {
  const uses = new Map<string, number>();
  const turn = (name: string) => {
    const count = uses.get(name) ?? 0;
    uses.set(name, count + 1);
    return count;
  };
  const draw = drawer(seed);
  const rows = rowsOfClasses(seed);
  const wordy = endsInWords(rows);
  return rows.map((row, i) => {
    const body = bodyOf(row, model, seed, turn, draw, row === wordy);
    const id = `pairs-${String(i + 1).padStart(2, '0')}`;
    // In every other one the model, which most clients write first, is last: an object has no order.
    const members = i % 2 === 0 ? body : Object.fromEntries(Object.entries(body).reverse());
    const found = planned(id, `combination ${i + 1} of optional members`, members);
    return {
      ...found,
      ...(!isAscii(body) && { escaped: turn('escaped') % 2 === 0 }),
      ...(i % 4 === 2 && { indented: true }),
      ...otherwise(members, turn),
    };
  });
}

/** Draws further values of a member from its schema: the same for the same seed and the same use. */
function drawer(seed: number): Draw {
  return (name, use) => fc.sample(valuesOf(name), { seed, numRuns: use + 1 })[use];
}
type Draw = (name: string, use: number) => unknown;

/** A number at its bound, written with an exponent or as -0: the second use of the bound. */
function otherwise(
  body: Record<string, unknown>,
  turn: (name: string) => number,
): Pick<PlannedCompletion, 'exponent'> {
  const [second] = Object.keys(BOUNDS).filter(
    (name) => BOUNDS[name]!.includes(body[name] as number) && turn(`${name} at ${body[name]}`) === 1,
  );
  return second === undefined ? {} : { exponent: second };
}

const isAscii = (body: object): boolean => [...JSON.stringify(body)].every((char) => char < '\u0080');

/**
 * The body of a row, which must not call a function if it is `wordy`. `turn` counts the uses of a class, so that its
 * variants alternate.
 */
function bodyOf(
  row: Row,
  model: string,
  seed: number,
  turn: (name: string) => number,
  draw: Draw,
  wordy: boolean,
): Record<string, unknown> {
  const calls = row.tools === 'required' || row.tools === 'named';
  const json = row.response_format === 'json';
  const exacting = calls || json;
  const free = toolsOf(row, turn);
  const offered: Tools = wordy && free.tools ? { ...free, tool_choice: 'none' } : free;
  const text = textFor(offered, json, row, turn);
  const body: Record<string, unknown> = {
    model,
    messages: messagesOf(row, text, spoken(row, turn)),
    [row.limit!]: tokensFor(row, offered, exacting, turn),
  };
  for (const name of Object.keys(BOUNDS)) {
    const value = bounded(name, row[name]!, exacting, turn, draw);
    if (value !== undefined) body[name] = value;
  }
  // The contract has no upper bound; services may have one of 2, and then accept the request with that.
  if (row.n !== 'absent') body.n = row.n === 'one' ? 1 : turn('several choices') === MORE_CHOICES ? 3 : 2;
  if (row.stream !== 'absent') body.stream = row.stream === 'true';
  if (row.stop !== 'absent') body.stop = stopOf(row, exacting, turn);
  if (row.logit_bias !== 'absent')
    body.logit_bias = row.logit_bias === 'small' ? smallBias(turn, draw) : { '9906': -100, '15339': 100 };
  if (row.seed === 'drawn') body.seed = requestSeed(seed);
  if (row.seed === 'edge') body.seed = turn('seed edge') % 2 ? 2_147_483_647 : 0;
  Object.assign(body, offered, format(row, turn), logprobs(row, turn, draw));
  if (row.user === 'present') body.user = USERS[turn('user') % USERS.length];
  return body;
}

/** A stream with tools, and a request for one of them, continue a tool loop if the conversation has a call. */
function messagesOf({ conversation: kind, tools, stream }: Row, text: string, variant: number): object[] {
  const inLoop = tools === 'named' || (tools === 'idle' && stream === 'true');
  if (kind === 'tool-result' && inLoop) return awaitingWords(variant);
  return conversation(kind as Conversation, text, variant);
}

function tokensFor(row: Row, offered: Tools, exacting: boolean, turn: (name: string) => number): number {
  if (wantsTwo(offered)) return 2 * ROOMY;
  if (exacting) return ROOMY;
  return Math.max(shortText(row, turn), mayCall(offered) ? CUTS_A_CALL : 1);
}

/** Tokens in which a call begins but does not end: a cut call is reported differently from a cut text. */
const CUTS_A_CALL = 9;
const mayCall = ({ tools: offered, tool_choice: choice }: Tools): boolean =>
  offered !== undefined && (choice === undefined || choice === 'auto');

/** Tokens of a text that its limit cuts: the first text of each mode, streamed or not, has only one. */
function shortText({ n, stop, stream }: Row, turn: (name: string) => number): number {
  const whole = n !== 'two' && stop === 'absent';
  return whole && turn(`one token, stream ${stream === 'true'}`) === 0 ? 1 : 4;
}

/** The variant of a conversation: the first usual request with replayed calls has several. */
function spoken(row: Row, turn: (name: string) => number): number {
  const kind = row.conversation!;
  // The request with an effective stop string has the same prompt: a cache by messages would show in the choices.
  if (kind === 'plain' && row.n === 'two' && row.tools === 'absent') return 0;
  return kind === 'tool-result' && usual(row) ? 1 + turn('tool-result usual') : turn(kind);
}

/** Members with little or no effect. */
function smallBias(turn: (name: string) => number, draw: Draw): unknown {
  const use = turn('logit_bias small');
  return use === 0 ? {} : use === 1 ? { '15339': -1 } : draw('logit_bias', use);
}

/** A value of a bounded member, or undefined to omit it. */
function bounded(
  name: string,
  kind: string,
  exacting: boolean,
  turn: (name: string) => number,
  draw: Draw,
): number | undefined {
  const [low, high] = BOUNDS[name]!;
  switch (kind) {
    case 'minimum':
      return low;
    case 'maximum':
      return high;
    case 'bound':
      return turn(`${name} bound`) % 2 ? high : low;
    case 'inside': {
      const middle = (low + high + 1) / 4;
      // Integers are numbers too. Near its lower bound a model is most deterministic, unless that bound is
      // negative.
      const whole = low < 0 ? 0 : high > 1 ? 1 : middle;
      const exact = [whole, low < 0 ? middle : low + 0.0001];
      if (exacting) return exact[turn(`${name} exact`) % exact.length];
      const use = turn(`${name} inside`);
      return [high - 0.0001, low + 0.0001, whole][use] ?? (draw(name, use) as number);
    }
    default:
      return undefined;
  }
}

/**
 * The prompt. With a tool_choice it sometimes suggests the opposite, to show whether the choice is honored: small
 * talk if a call is required, and the weather if calls are forbidden.
 */
function textFor(
  { tools: offered, tool_choice: choice }: Tools,
  json: boolean,
  { n, stream, stop, conversation: kind }: Row,
  turn: (name: string) => number,
): string {
  if (json) return CITY_AS_JSON;
  if (wantsTwo({ tools: offered, tool_choice: choice })) return WEATHER_AND_TIME;
  if (choice === 'required') return stream === 'true' || turn('text required') % 2 === 0 ? BRIEF : WEATHER;
  // A choice that names the function without its type may be read as none.
  if (isObject(choice)) return choice.type === undefined ? BRIEF : WEATHER;
  if (stop !== 'absent' && stream === 'true' && n !== 'two') return REPEAT;
  if (choice === 'none') return n === 'two' ? `${WEATHER} ${LONG}` : WEATHER;
  // The minimal request has the same prompt without tools: the comparison shows their tokens.
  if (offered && kind === 'plain') return BRIEF;
  // If all of several choices are cut, each has to report its own finish_reason.
  return n === 'two' || turn('text') % 2 === 0 ? LONG : BRIEF;
}

function format({ response_format: kind, tools: offered }: Row, turn: (name: string) => number): object {
  switch (kind) {
    case 'text':
      return { response_format: turn('text format') % 2 ? {} : { type: 'text' } };
    case 'json': {
      // Another request combines tools with a schema.
      if (offered !== 'absent') return { response_format: { type: 'json_object' } };
      const variant = turn('json');
      // The first schema has no optional member: other requests have all of them.
      return { response_format: variant % 2 ? { type: 'json_object' } : cityFormat(1 + variant / 2) };
    }
    default:
      return {};
  }
}

function logprobs(row: Row, turn: (name: string) => number, draw: Draw): object {
  const kind = row.logprobs!;
  const variant = turn(`logprobs ${kind}`);
  switch (kind) {
    case 'on':
      return { logprobs: true };
    case 'top':
      return { logprobs: true, top_logprobs: [0, 20, 1, 19][variant] ?? draw('top_logprobs', variant) };
    default:
      return variant % 2 ? { logprobs: false } : {};
  }
}
