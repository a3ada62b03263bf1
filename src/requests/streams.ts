import type { ParsedStream, Streamed } from '../judge/parsed-stream.ts';
import { chunked, framed } from '../judge/stream/reading.ts';
import { wholeEvents } from '../judge/stream/unfinished.ts';
import type { CheckContext, Finding, Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import {
  attempt,
  decided,
  Inconclusive,
  isUndecidable,
  type Undecidable,
} from '../vocabulary/undecidable.ts';
import { brokenOff } from './ask.ts';
import { whole } from './bodies.ts';
import { eachRow, rows, streamed } from './rows.ts';

/**
 * Requests a row as a stream. A body that is truncated in the same way each time is returned as it is; the reader
 * decides whether it is usable.
 */
export async function streamAnswer(ask: Requester, row: PlannedCompletion): Promise<Exchange> {
  try {
    return await whole(ask.answered(row), 'stream/body-ends');
  } catch (error) {
    const last = brokenOff(error);
    if (last?.response?.status === 200) return last;
    throw error;
  }
}

/** The first successful stream of the corpus, preferably without an error, for checks that need any stream. */
export async function someStream(context: CheckContext, ask: Requester): Promise<Streamed> {
  const readingOf = async (planned: PlannedCompletion): Promise<Streamed> => {
    const row = await context.acceptedPart(ask, planned, streamed);
    return { ...(await framed(await whole(ask.answered(row), 'stream/body-ends'))), row };
  };
  let some: Streamed | Undecidable = new Inconclusive('this run has no streamed completion');
  for (const planned of rows(context, streamed)) {
    const reading = await attempt(readingOf(planned));
    if (isUndecidable(reading)) {
      if (isUndecidable(some)) some = reading;
    } else if (!reading.lateError) return reading;
    else if (isUndecidable(some)) some = reading;
  }
  return decided(some);
}

/** Which streams of the corpus are used, and how they are read. */
export interface StreamOptions {
  /** Reads as far as the check needs; as chunks by default. */
  how?: (exchange: Exchange) => Promise<ParsedStream>;
  wanted?: ((row: PlannedCompletion) => boolean) | undefined;
  /** The violations in the events of a truncated stream; by default such a stream is not used. */
  tells?: (reading: Streamed) => readonly Finding[];
}

/** Gatherers of all selected streams of the corpus. */
export function streams(
  context: CheckContext,
  { how = chunked, wanted, tells }: StreamOptions = {},
): ((ask: Requester) => Promise<Streamed>)[] {
  const all = (row: PlannedCompletion) => streamed(row) && (wanted?.(row) ?? true);
  return eachRow(context, all, async (ask, row) => {
    const exchange = await streamAnswer(ask, row);
    try {
      return { ...(await how(exchange)), row };
    } catch (error) {
      const part = exchange.failure && tells && wholeEvents(exchange);
      if (!part) throw error;
      // Correct events before the truncation say nothing about the rest.
      const reading = { ...(await how(part)), row };
      if (tells(reading).length === 0) throw error;
      return reading;
    }
  });
}
