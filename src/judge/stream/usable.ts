import type { ChoicePart } from '../../vocabulary/answer.ts';
import type { Finding } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { PlannedCompletion } from '../../vocabulary/planned-completion.ts';
import { Inconclusive, skipped } from '../../vocabulary/undecidable.ts';
import { isObject, list, member } from '../json.ts';
import type { Chunk, ParsedStream } from '../parsed-stream.ts';
import { choicesAsAsked } from './choices.ts';
import { endsKnown, finishesLast, finishesOnce } from './finish.ts';
import { partsByChoice } from './parts.ts';
import { fragmentsHaveIndex, idComesFirst } from './tools.ts';
import { documentedTypes } from './types.ts';

/** Rejects a stream if the aspect `at` cannot be reassembled; by default the whole stream. */
export function expectUsableStream(reading: ParsedStream, row: PlannedCompletion, at?: ChoicePart): void {
  const blockedBy = streamBlocker(reading, row, at);
  if (blockedBy) throw new Inconclusive(inTheWay(blockedBy), [reading.exchange], blockedBy);
}

function inTheWay(blockedBy: CheckId): string {
  if (/^stream\/tool-/.test(blockedBy)) return 'the tool calls of the stream cannot be assembled';
  if (/^stream\/finish-/.test(blockedBy)) return 'the stream does not show how its choices ended';
  return 'the choices of the stream have wrong indices';
}

function streamBlocker(reading: ParsedStream, row: PlannedCompletion, at?: ChoicePart): CheckId | undefined {
  if (hasMistypedMembers(reading, row, at)) return 'stream/documented-types';
  if (choicesAsAsked({ ...reading, row }).length > 0) return 'stream/choices-as-asked';
  // A finish_reason that is repeated or too early still says how the choice ended.
  if (!endsKnown(reading)) {
    if (finishesOnce(reading).length > 0) return 'stream/finish-reason-once';
    if (finishesLast(reading).length > 0) return 'stream/finish-reason-last';
  }
  if (at !== undefined) return undefined;
  if (fragmentsHaveIndex(reading).length > 0) return 'stream/tool-fragments-index';
  if (idComesFirst(reading).length > 0) return 'stream/tool-id-first';
  return undefined;
}

/** Members whose types are irrelevant to that. */
const BESIDE: Record<ChoicePart, RegExp> = {
  ends: /\/choices\/\d+\/(delta\/(content|refusal|tool_calls|reasoning\w*)|logprobs)(\/|$)/,
  reasoning: /\/choices\/\d+\/(delta\/(content|refusal|tool_calls)|logprobs)(\/|$)/,
  texts: /\/choices\/\d+\/(delta\/tool_calls|logprobs)(\/|$)/,
};

/**
 * True if choices of a stream, or their members, have other types than OpenAI documents, so that content may be
 * missing. If one choice was requested, its index is redundant. Missing choices or deltas in place of empty ones
 * lose nothing. Members other than `at` may have any type.
 */
export function hasMistypedMembers(
  reading: ParsedStream,
  row?: { choices: number },
  at?: ChoicePart,
): boolean {
  const spoils = ({ place }: Finding) =>
    place.includes('/choices') &&
    !(row?.choices === 1 && /\/choices\/\d+\/index$/.test(place)) &&
    !(at !== undefined && BESIDE[at].test(place));
  if (!documentedTypes(reading).some(spoils)) return false;
  return row === undefined || documentedTypes(filledUp(reading)).some(spoils);
}

const filled = new WeakMap<ParsedStream['chunks'], ParsedStream['chunks']>();

/** The stream with empty choices and deltas in place of missing ones. */
function filledUp(reading: ParsedStream): ParsedStream {
  const chunks = filled.get(reading.chunks) ?? reading.chunks.map(withDeltas);
  filled.set(reading.chunks, chunks);
  return { ...reading, chunks };
}

const isAbsent = (value: unknown) => value === undefined || value === null;
/** Where some services put members that belong into a delta. */
const ELSEWHERE = ['delta', 'message', 'text', 'content', 'tool_calls'];

/** A proxy's status message for a queued request: a text without choices. */
const isNote = (value: unknown) =>
  typeof member(value, 'message') === 'string' &&
  ELSEWHERE.every((name) => name === 'message' || isAbsent(member(value, name)));

function withDeltas(chunk: Chunk): Chunk {
  const { json } = chunk;
  const bare = (value: unknown) => ELSEWHERE.every((name) => isAbsent(member(value, name))) || isNote(value);
  if (isAbsent(json.choices)) return bare(json) ? { ...chunk, json: { ...json, choices: [] } } : chunk;
  if (!Array.isArray(json.choices)) return chunk;
  const choices = json.choices.map((part) => (isObject(part) && bare(part) ? { ...part, delta: {} } : part));
  return { ...chunk, json: { ...json, choices } };
}

/**
 * The stream without chunks whose choices cannot be read. Rejects with `Inconclusive`, which names the check with
 * the cause, if no choice is left.
 */
export function withReadableChunks<S extends ParsedStream & { row: { choices: number } }>(reading: S): S {
  const { row, exchange } = reading;
  const disordered = hasMistypedMembers(reading, row);
  const chunks = disordered
    ? reading.chunks.filter((chunk) => !hasMistypedMembers({ ...reading, chunks: [chunk] }, row))
    : reading.chunks;
  if (chunks.some(({ json }) => list(json.choices).length > 0)) return { ...reading, chunks };
  if (reading.lateError)
    throw skipped('the stream reported an error before any choice', [exchange], 'stream/served');
  const blockedBy = disordered
    ? 'stream/documented-types'
    : reading.payloadFault
      ? 'stream/payloads-are-json'
      : reading.chunks.length === 0 && reading.framing.irregularities.has('done-missing')
        ? 'stream/ends-with-done'
        : 'stream/choices-as-asked';
  throw new Inconclusive('no chunk of the stream has a readable choice', [exchange], blockedBy);
}

/**
 * The stream without unrequested choices. Undefined if they cannot be identified: some requested ones are missing,
 * or have a single chunk, as when the index counts chunks.
 */
export function withRequestedChoices<S extends ParsedStream & { row: { choices: number } }>(
  reading: S,
): S | undefined {
  const { row, chunks } = reading;
  const isAsked = (index: unknown) => Number(index) >= 0 && Number(index) < row.choices;
  const asked = [...partsByChoice(reading)].filter(([index]) => isAsked(index));
  if (asked.length < row.choices || asked.some(([, all]) => all.length < 2)) return undefined;
  const kept = chunks.map((chunk) => {
    const choices = list(chunk.json.choices).filter((part) => isAsked(member(part, 'index') ?? 0));
    return { ...chunk, json: { ...chunk.json, choices } };
  });
  return { ...reading, chunks: kept };
}

/**
 * Rejects a stream whose choices cannot be counted: they are not an array, or several were requested and have no
 * index.
 */
export function expectCountableChoices(reading: ParsedStream, row: PlannedCompletion): void {
  const sound = reading.chunks.every(({ json }) => {
    if (json.choices === undefined || json.choices === null) return true;
    if (!Array.isArray(json.choices)) return false;
    return list(json.choices).every(
      (part) => isObject(part) && (row.choices === 1 || Number.isInteger(member(part, 'index'))),
    );
  });
  if (sound) return;
  const message = 'the choices of the stream cannot be distinguished';
  throw new Inconclusive(message, [reading.exchange], 'stream/documented-types');
}
