import type { ParsedStream } from '../../src/judge/parsed-stream.ts';
import { asFarAsRead } from '../../src/judge/stream/reading.ts';
import { type ServedEvidence, servedToItsEnd } from '../../src/judge/stream/served.ts';
import { completionSpec, plainRow } from '../../src/requests/ask.ts';
import { acceptedRows, bySize, streamed } from '../../src/requests/rows.ts';
import { streamAnswer } from '../../src/requests/streams.ts';
import type { Check, CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { attempt, Inconclusive, isUndecidable, type Undecidable } from '../../src/vocabulary/undecidable.ts';

/** Streams with an error event while others of the run had none: whether the error recurs each time. */
export const servedCheck: Check = {
  id: 'stream/served',
  title: 'A valid streamed request has no error in its stream',
  clauses: ['4.1', '6'],
  level: 'must',
  about:
    'Reads every streamed completion. If some report an error under status 200 and others do not, retries up to four of them, the smallest first. If all do, sends a completion without a stream as a control. Fails if the same error comes three times while the control succeeds. Otherwise inconclusive.',
  async run(context) {
    const kinds = await sorted(context);
    if (!kinds) return;
    const { dying, control } = kinds;
    // A transient error of one request says nothing about another one, which may always get it.
    for (const row of dying) {
      const { error } = await context.verify((ask) => repeated(ask, row, control), servedToItsEnd);
      if (error) return;
    }
  },
};

/** Number of requests with stream errors that are sent again. */
const MOST = 4;

interface Kinds {
  /** Their streams had errors, and the cause may differ: the smallest first. */
  dying: readonly PlannedCompletion[];
  /** A successful stream or, if there is none, the minimal request, which is not streamed. */
  control: PlannedCompletion;
}

/** Requests with stream errors, and one that succeeds; undefined if there are no errors. */
async function sorted(context: CheckContext): Promise<Kinds | undefined> {
  const read: { row: PlannedCompletion; reading: ParsedStream }[] = [];
  let unread: Undecidable = new Inconclusive('this run has no streamed completion');
  for (const row of await acceptedRows(context, context, streamed)) {
    const reading = await attempt(readingOf(context, row));
    if (isUndecidable(reading)) unread = reading;
    else read.push({ row, reading });
  }
  if (read.length === 0) throw unread;
  const dying = read.filter(({ reading }) => reading.lateError);
  const sound = read.filter(({ reading }) => !reading.lateError);
  if (dying.length === 0) {
    context.held(...sound.map(({ reading }) => reading.exchange));
    return undefined;
  }
  const [first, ...others] = bySize(dying.map(({ row }) => row));
  const { model } = first!.body;
  const ofModel = ({ body }: PlannedCompletion) => body.model === model;
  const [beside] = bySize(sound.map(({ row }) => row).filter(ofModel));
  return {
    dying: [first!, ...others.filter(ofModel)].slice(0, MOST),
    control: beside ?? plainRow(typeof model === 'string' ? model : context.model),
  };
}

async function readingOf(ask: Requester, row: PlannedCompletion): Promise<ParsedStream> {
  const reading = await asFarAsRead(await streamAnswer(ask, row));
  if (reading.chunks.length > 0 || !reading.payloadFault) return reading;
  // An error is visible in a chunk only.
  throw new Inconclusive('no payload can be read', [reading.exchange], 'stream/payloads-are-json');
}

/** The request and, if its stream has an error, the same again in the first round, with the control last. */
async function repeated(
  ask: Requester,
  dying: PlannedCompletion,
  control: PlannedCompletion,
): Promise<ServedEvidence> {
  const readings = [await readingOf(ask, dying)];
  // Three times in a row, and again when repeated: an overloaded service may fail twice.
  while (ask.round === 1 && readings.length < 3 && readings.at(-1)?.lateError)
    readings.push(await asFarAsRead(await ask.send(completionSpec(dying))));
  const beside = await answeredBeside(ask, control);
  const exchanges = [...readings.map(({ exchange }) => exchange), beside];
  const every = readings.every(({ lateError }) => lateError !== undefined);
  const [first, ...others] = exchanges;
  const error = every ? readings.at(-1)?.lateError : undefined;
  return { exchanges: [first!, ...others], what: dying.why, ...(error && { error }) };
}

/** The control, answered after the last attempt. Rejects with `Inconclusive` if it has an error too. */
async function answeredBeside(ask: Requester, control: PlannedCompletion): Promise<Exchange> {
  if (!streamed(control)) {
    const exchange = await ask.send(completionSpec(control));
    if (isSuccess(exchange)) return exchange;
    throw new Inconclusive('the completion beside it is refused', [exchange], control.judgedBy);
  }
  const { exchange, lateError } = await readingOf(ask, control);
  if (lateError) throw new Inconclusive('the stream beside it tells of an error too', [exchange]);
  return exchange;
}
