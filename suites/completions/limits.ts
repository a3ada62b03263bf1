import {
  atTheLimit,
  type CutInOneMode,
  completionTokens,
  endedAlike,
  isLengthMissing,
  type Limited,
  lengthNotReported,
  lengthReportedByNone,
  lengthReportedBySome,
  suffices,
  withinLimit,
} from '../../src/judge/completion/usage.ts';
import { withoutStream } from '../../src/judge/stream/kind.ts';
import { withLargerLimit } from '../../src/requests/replies.ts';
import { asksForLong, streamed } from '../../src/requests/rows.ts';
import type { Reply } from '../../src/vocabulary/answer.ts';
import type { Requester } from '../../src/vocabulary/check.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';
import { greatest, least } from '../../src/vocabulary/extremes.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { gathered, Inconclusive } from '../../src/vocabulary/undecidable.ts';

/** Completions with the limits of their requests. */
export interface LimitedAnswers {
  answers: Limited[];
  /** Streams with doubtful usage, if there is no other stream to use. */
  doubtful: Exchange[];
  /** One text that says length in one mode only, streamed or not. */
  oneText?: CutInOneMode | undefined;
}

/** Additional tokens that show whether a completion continues after its limit: long ones need less. */
const roomToGoOn = (limit: number): number => Math.min(4 * limit, Math.max(2 * limit, 128));

/** The least growth of a text with the larger limit, if the smaller one cut it. */
const GOES_ON = 1.5;

/**
 * A text that varies between requests continues if it uses this share of the larger limit: terse models vary in
 * length.
 */
const MOST_OF_IT = 0.75;

/** Completions that report another reason at their limit and are repeated with a larger one. */
const REPEATED = 2;

/**
 * Completions with the limits of their requests, to check that a cut is reported. If none reports a cut, some are
 * repeated with a larger limit, since a model may end exactly there. Rejects with `Inconclusive` if limits are not
 * enforced, or if no completion shows whether it was cut.
 */
export async function limited(ask: Requester, rows: readonly PlannedCompletion[]): Promise<LimitedAnswers> {
  const found = await gathered(rows.map((row) => ask.reply(row, 'texts')));
  const beyond = found.find((one) => one.usageStands && withinLimit(one).length > 0);
  if (beyond) {
    const { exchange } = beyond.answer;
    throw new Inconclusive('the service exceeds the token limit', [exchange], 'completion/within-limit');
  }
  const sure = found.filter(({ usageStands }) => usageStands);
  const answers: Limited[] = [];
  for (const group of [sure.filter(({ row }) => !streamed(row)), sure.filter(({ row }) => streamed(row))])
    answers.push(...(await cutOnes(ask, group)));
  const told = answers.some(({ answer }) => answer.choices.some((c) => c.finishReason === 'length'));
  const unsure = found.filter((one) => !sure.includes(one));
  const doubtful = sure.some(({ row }) => streamed(row)) ? [] : unsure.map(({ answer }) => answer.exchange);
  const oneText = await cutInOneMode(ask, found);
  if (suffices(atTheLimit(answers)) || told || oneText) return { answers, doubtful, oneText };
  throw new Inconclusive('too few answers used exactly the token limit');
}

/** A completion with its limit and its request as sent. */
type Long = Limited & { row: PlannedCompletion };

/** The completions of a group, without those that end at the same place with a larger limit. */
async function cutOnes(ask: Requester, group: readonly Reply[]): Promise<Limited[]> {
  const answers = group.map(({ row, answer }): Limited & { row: PlannedCompletion } => ({
    answer,
    row: { ...row, long: asksForLong(row), newer: row.body.max_completion_tokens !== undefined },
  }));
  const ended = new Set<Long>();
  for (const several of [answers.filter(lengthReportedBySome), lengthReportedByNone(answers)])
    if (await endedThere(ask, several[0])) for (const one of several) ended.add(one);
  return (await singleOnes(ask, answers)).filter((one) => !ended.has(one));
}

/** Whether one of several choices may have ended by itself at the limit, as with a larger one. */
async function endedThere(ask: Requester, first: Long | undefined): Promise<boolean> {
  if (!first) return false;
  const { row } = first;
  const room = roomToGoOn(row.tokens);
  const again = await ask.reply(withLargerLimit(row, room), 'texts');
  const lengths = (answer: Limited['answer']) => answer.choices.map(({ content }) => content.length);
  if (least(lengths(again.answer)) <= GOES_ON * greatest(lengths(first.answer))) return true;
  // Texts that vary may have ended there, unless the longer ones are long as well.
  const same = first.answer.choices.every(({ index, content }) =>
    again.answer.choices.some((one) => one.index === index && one.content.startsWith(content.trimEnd())),
  );
  return !same && (completionTokens(again.answer) ?? 0) < MOST_OF_IT * room * row.choices;
}

/**
 * The same for completions of one choice, none of which reports a cut: of all, or of all with one name of the
 * limit.
 */
async function singleOnes(ask: Requester, answers: readonly Long[]): Promise<readonly Long[]> {
  const goingOn = new Set<Long>();
  const ended = new Set<Long>();
  for (const part of endedAlike(answers)) {
    const accused = lengthNotReported(part.filter((one) => !goingOn.has(one) && !ended.has(one)));
    const kind = (await goOn(ask, accused)) ? goingOn : ended;
    for (const one of accused) kind.add(one);
  }
  return answers.filter((one) => !ended.has(one));
}

/** Whether completions that do not report a cut continue with a larger limit; two of them are enough. */
async function goOn(ask: Requester, accused: readonly Long[]): Promise<boolean> {
  const repeated = [...accused].sort((a, b) => Number(b.row.long) - Number(a.row.long)).slice(0, REPEATED);
  for (const { row, answer } of repeated) {
    const room = roomToGoOn(row.tokens);
    const again = await ask.reply(withLargerLimit(row, room), 'texts');
    const count = completionTokens(again.answer);
    // It ended by itself: similar completions at their limits show nothing about cuts.
    if (count === undefined || count <= row.tokens) return false;
    if (!textOf(again.answer).startsWith(textOf(answer)) && count < MOST_OF_IT * room) return false;
  }
  return true;
}

const textOf = ({ choices }: Limited['answer']): string => choices[0]?.content.trimEnd() ?? '';

/**
 * A text at temperature 0 that says length in one mode, streamed or not, and stop in the other, for which it is
 * requested again.
 */
async function cutInOneMode(ask: Requester, found: readonly Reply[]): Promise<CutInOneMode | undefined> {
  const exact = found.filter(({ row }) => row.body.temperature === 0 && row.choices === 1);
  for (const cut of exact) {
    const twin = exact.find(
      ({ row, answer }) =>
        withoutStream(row.body) === withoutStream(cut.row.body) &&
        streamed(row) !== streamed(cut.row) &&
        isLengthMissing(cut.answer, answer),
    );
    if (!twin) continue;
    const { row, answer } = twin;
    const again = await ask.reply({ ...row, id: `${row.id}/again`, why: `${row.why}, once more` }, 'texts');
    return { cut: cut.answer, others: [answer, again.answer] };
  }
  return undefined;
}
