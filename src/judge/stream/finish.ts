import type { Finding, Judge } from '../../vocabulary/check.ts';
import { isReason } from '../completion/envelope.ts';
import { finding, show } from '../finding.ts';
import type { ParsedStream } from '../parsed-stream.ts';
import { brings, partsByChoice, placeIn } from './parts.ts';

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Every choice gets one finish_reason; null and absence before it are allowed. */
export const finishesOnce: Judge<ParsedStream> = (reading) => {
  const findings: Finding[] = [];
  for (const [index, parts] of partsByChoice(reading)) {
    const reasons = parts.filter((part) => isGiven(part.finishReason));
    if (reasons.length === 1) continue;
    const last = reasons.at(-1) ?? parts.at(-1)!;
    const values = reasons.slice(0, 3).map((part) => show(part.finishReason, 20));
    const actual =
      reasons.length === 0
        ? `no finish_reason in choice ${index}`
        : `${reasons.length} in choice ${index}: ${values.join(', ')}${reasons.length > 3 ? ', …' : ''}`;
    const place = placeIn(last.chunk, `/choices/${last.at}/finish_reason`);
    findings.push(finding(reading.exchange, 'exactly one finish_reason in every choice', actual, place));
  }
  return findings.slice(0, 1);
};

/** A choice has no content after its finish_reason: deltas are in order. */
export const finishesLast: Judge<ParsedStream> = (reading) => {
  for (const [index, parts] of partsByChoice(reading)) {
    const end = parts.findLastIndex((part) => isGiven(part.finishReason));
    const firstEnd = parts.findIndex((part) => isGiven(part.finishReason));
    // A reason in every chunk is another violation: nothing can then be said about what follows it.
    if (end < 0 || end !== firstEnd) continue;
    const late = parts.slice(end + 1).find((part) => brings(part.delta));
    if (!late) continue;
    const place = placeIn(late.chunk, `/choices/${late.at}/delta`);
    const expected = 'finish_reason in the last delta of its choice';
    return [finding(reading.exchange, expected, `a later delta of choice ${index}`, place)];
  }
  return [];
};

/**
 * Whether it is known how every choice ended: its last reason is one that OpenAI documents, and no other
 * one contradicts it.
 */
export function endsKnown(reading: ParsedStream): boolean {
  return [...partsByChoice(reading).values()].every((parts) => {
    const reasons = parts.map((part) => part.finishReason).filter(isReason);
    const last = parts.findLast((part) => isGiven(part.finishReason))?.finishReason;
    return isReason(last) && reasons.every((reason) => endingOf(reason) === endingOf(last));
  });
}

/** A choice that ended by itself did so with or without a call, which its parts show. */
const endingOf = (reason: unknown): unknown => (reason === 'tool_calls' ? 'stop' : reason);
