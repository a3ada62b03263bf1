import type { Answer } from '../../vocabulary/answer.ts';
import type { Finding } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { firstEndOf } from '../answer.ts';
import { finding, show } from '../finding.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Completion } from '../table.ts';
import { fits } from './schema.ts';

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const;

/** If usage is present, its three integers are present and not negative. */
export function countsGiven(completion: Completion): Finding[] {
  const wrong = fits('usage')(completion);
  if (wrong.length > 0) return wrong;
  const { usage } = completion.body;
  if (!isObject(usage)) return [];
  return COUNTS.filter((name) => Number(usage[name]) < 0).map((name) =>
    finding(completion.exchange, `usage.${name} is not negative`, show(usage[name]), `body /usage/${name}`),
  );
}

/** `usage` is present. Another check reports null. */
export function usageGiven({ exchange, body }: Completion): Finding[] {
  return body.usage === undefined ? [finding(exchange, 'usage is present', 'absent', 'body /usage')] : [];
}

/** total = prompt + completion. */
export function totalIsSum({ exchange, body }: Completion): Finding[] {
  return isObject(body.usage) ? sumsUp(exchange, body.usage, 'body /usage/total_tokens') : [];
}

/** The same for usage at any place. Other checks report invalid counts. */
export function sumsUp(exchange: Exchange, usage: JsonObject, place: string): Finding[] {
  const [prompt, completion, total] = COUNTS.map((name) => usage[name]);
  if (![prompt, completion, total].every((count) => Number.isSafeInteger(count) && Number(count) >= 0))
    return [];
  if (Number(prompt) + Number(completion) === total) return [];
  const actual = `${show(total)} for ${show(prompt)} + ${show(completion)}`;
  return [finding(exchange, 'total_tokens = prompt_tokens + completion_tokens', actual, place)];
}

/** The tokens that a completion reports; undefined if it reports none. */
export function completionTokens({ usage }: Answer): number | undefined {
  const count = isObject(usage) ? usage.completion_tokens : undefined;
  return typeof count === 'number' ? count : undefined;
}

/**
 * completion_tokens stays within the limit times n. Reasoning, which some services count separately, is not
 * included.
 */
export function withinLimit({ answer, row }: Limited): Finding[] {
  const count = completionTokens(answer);
  const most = row.tokens * row.choices;
  if (count === undefined || most === 0 || count <= most || reasons(answer)) return [];
  const actual = `${count} tokens with a limit of ${row.choices} × ${row.tokens}`;
  const expected = 'completion_tokens of at most n times the limit';
  return [finding(answer.exchange, expected, actual, placeOfUsage(answer))];
}

/** A completion and the limit of its request. */
export interface Limited {
  answer: Answer;
  /**
   * `long` if the request asked for much more than the limit allows, `newer` if max_completion_tokens is its limit.
   */
  row: { tokens: number; choices: number; long?: boolean; newer?: boolean };
}

/** Completions that a service ends in the same code path: all of them, or those of either name of the limit. */
export function endedAlike<L extends Limited>(all: readonly L[]): (readonly L[])[] {
  const newer = all.filter(({ row }) => row.newer === true);
  return [all, newer, all.filter((one) => !newer.includes(one))];
}

/**
 * Completions with one choice that took exactly as many tokens as allowed: the limit cut them, except by rare
 * chance. If several did and none of them reports length, the service does not report cuts. Streams are judged
 * separately.
 */
export function lengthWhenCut(all: readonly Limited[]): Finding[] {
  const [streamed, whole] = [all.filter((r) => r.answer.streamed), all.filter((r) => !r.answer.streamed)];
  const missing = [...lengthMissing(whole), ...lengthMissing(streamed), ...lengthOfSome(all)];
  return missing.length > 0 ? missing : [...lengthOfNone(whole), ...lengthOfNone(streamed)];
}

const LENGTH = 'finish_reason "length" if the limit cut the answer';
const LENGTH_IN_EACH = 'finish_reason "length" in each choice that the limit cut';

const exchangesOf = (answers: readonly Answer[]) => answers.map(({ exchange }) => exchange);

const endsOf = ({ choices }: Answer): string[] => choices.map(({ finishReason }) => finishReason ?? '');

/** Several choices that were all cut, since together they used all allowed tokens. */
function areAllCut({ answer, row }: Limited): boolean {
  return (
    row.long === true &&
    row.choices > 1 &&
    answer.choices.length === row.choices &&
    completionTokens(answer) === row.tokens * row.choices &&
    answer.choices.every(({ calls, content }) => calls.length === 0 && content !== '') &&
    !reasons(answer)
  );
}

/** The same, if only some of them report it. */
export function lengthReportedBySome(limited: Limited): boolean {
  const ends = endsOf(limited.answer);
  return areAllCut(limited) && ends.includes('length') && ends.includes('stop');
}

/** Answers of several choices that were all cut, of which none reports it, although one of a single choice does. */
export function lengthReportedByNone<L extends Limited>(all: readonly L[]): L[] {
  const cut = all.filter(areAllCut);
  const reportsCuts = atTheLimit(all).some(({ answer }) => endsOf(answer).includes('length'));
  return reportsCuts && cut.every(({ answer }) => endsOf(answer).every((end) => end === 'stop')) ? cut : [];
}

function lengthOfNone(all: readonly Limited[]): Finding[] {
  const cut = lengthReportedByNone(all).map(({ answer }) => answer);
  const [first] = cut;
  if (!first) return [];
  const actual = `"stop" in each choice of ${counted(cut.length, 'answer')} that used all allowed tokens`;
  return [finding(exchangesOf(cut), LENGTH_IN_EACH, actual, firstEndOf(first))];
}

function lengthOfSome(all: readonly Limited[]): Finding[] {
  const found = all.find(lengthReportedBySome);
  if (!found) return [];
  const { answer, row } = found;
  const at = answer.choices.findIndex(({ finishReason }) => finishReason === 'stop');
  const actual = `"stop" in choice ${answer.choices[at]!.index} after all ${row.choices} × ${row.tokens} tokens, and "length" in another choice`;
  const place = answer.streamed ? 'body' : `body /choices/${at}/finish_reason`;
  return [finding(answer.exchange, LENGTH_IN_EACH, actual, place)];
}

/** Completions at their limit, none of which reports length, if there are enough of them; else none. */
export function lengthNotReported<L extends Limited>(all: readonly L[]): L[] {
  const full = atTheLimit(all);
  const told = full.some(({ answer }) => answer.choices[0]?.finishReason === 'length');
  return suffices(full) && !told ? full : [];
}

function lengthMissing(all: readonly Limited[]): Finding[] {
  const full = endedAlike(all)
    .map(lengthNotReported)
    .find((found) => found.length > 0);
  if (!full) return [];
  const answers = full.map(({ answer }) => answer);
  const actual = `${show(answers[0]!.choices[0]?.finishReason)} in ${counted(full.length, 'answer')} that used all allowed tokens`;
  return [finding(exchangesOf(answers), LENGTH, actual, firstEndOf(answers[0]!))];
}

/**
 * Completions may end exactly at the limit by chance, mostly of terse models: rarely one of a long text, and very
 * rarely three.
 */
export function suffices(full: readonly Limited[]): boolean {
  return full.length > 2 || full.some(({ row }) => row.long === true);
}

/** Completions of one choice without calls that used all allowed tokens. */
export function atTheLimit<L extends Limited>(all: readonly L[]): L[] {
  return all.filter(
    ({ answer, row }) =>
      row.choices === 1 &&
      answer.choices.length === 1 &&
      answer.choices[0]!.calls.length === 0 &&
      !reasons(answer) &&
      completionTokens(answer) === row.tokens &&
      // Other checks report another value, or none.
      ['stop', 'length'].includes(answer.choices[0]!.finishReason ?? ''),
  );
}

/** An answer that says length, and two with the same text in the other mode, streamed or not. */
export interface CutInOneMode {
  cut: Answer;
  others: readonly [Answer, Answer];
}

/** Whether an answer says stop after the text with which another one says length. */
export function isLengthMissing(cut: Answer, other: Answer): boolean {
  const [one, same] = [cut.choices[0], other.choices[0]];
  if (!one || !same || reasons(cut) || one.calls.length + same.calls.length > 0) return false;
  const isSameText = one.content.trim() !== '' && one.content === same.content;
  return isSameText && one.finishReason === 'length' && same.finishReason === 'stop';
}

/** A text that the limit cuts says length streamed and not; twice, since models are not fully deterministic. */
export function lengthInBothModes({ cut, others }: CutInOneMode): Finding[] {
  if (!others.every((other) => isLengthMissing(cut, other))) return [];
  const [mode, otherMode] = cut.streamed ? ['without a stream', 'a stream'] : ['in streams', 'a JSON body'];
  const actual = `"stop" ${mode}, and "length" in ${otherMode} with the same text`;
  return [finding(exchangesOf([...others, cut]), LENGTH, actual, firstEndOf(others[0]))];
}

function reasons(answer: Answer): boolean {
  return answer.choices.some((choice) => choice.reasoning !== '' || choice.reasoningContent !== '');
}

const placeOfUsage = (answer: Answer) => (answer.streamed ? 'body' : 'body /usage/completion_tokens');
