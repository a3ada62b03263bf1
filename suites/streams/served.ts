import { rows, streamed } from '../../src/evidence/rows.ts';
import { orderly, streamAnswer } from '../../src/evidence/streams.ts';
import type { ParsedStream } from '../../src/judge/stream/parsed-stream.ts';
import { type ServedEvidence, servedToItsEnd } from '../../src/judge/stream/served.ts';
import { completionSpec, type PlannedCompletion } from '../../src/requests/ask.ts';
import { type Check, type CheckContext, Inconclusive, type Requester } from '../../src/vocabulary/check.ts';

/** Streams that ended in an error while others of the run did not: whether it comes every time. */
export const servedCheck: Check = {
  id: 'stream/served',
  title: 'A valid request that is streamed is answered without an error in the stream',
  clauses: ['4.1', '6'],
  level: 'must',
  about:
    'Every streamed completion of the run is read. Where one tells of an error after its start and another one does not, the smallest such request is sent again: the same error three times fails while the other stream ends well; otherwise nothing is said of it. Where all tell of one, it is undecided.',
  async run(context) {
    const kinds = await sorted(context);
    if (!kinds) return;
    await context.verify((ask) => repeated(ask, kinds), servedToItsEnd);
  },
};

interface Kinds {
  dying: PlannedCompletion;
  control: PlannedCompletion;
}

/** A request whose stream tells of an error, and one whose stream does not; undefined when none tells of one. */
async function sorted(context: CheckContext): Promise<Kinds | undefined> {
  const read: { row: PlannedCompletion; reading: ParsedStream }[] = [];
  let unread: unknown = new Inconclusive('no streamed completion was planned');
  for (const row of rows(context, streamed)) {
    try {
      read.push({ row, reading: await readingOf(context, row) });
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      unread = error;
    }
  }
  if (read.length === 0) throw unread;
  const dying = read.filter(({ reading }) => reading.lateError);
  const sound = read.filter(({ reading }) => !reading.lateError);
  if (dying.length === 0) {
    context.held(...sound.map(({ reading }) => reading.exchange));
    return undefined;
  }
  const [first] = bySize(dying.map(({ row }) => row));
  const [beside] = bySize(sound.map(({ row }) => row).filter(({ body }) => body.model === first!.body.model));
  if (beside) return { dying: first!, control: beside };
  const exchanges = dying.map(({ reading }) => reading.exchange);
  throw new Inconclusive(
    'streams tell of an error after their start, and none beside them does not',
    exchanges,
  );
}

function bySize(all: readonly PlannedCompletion[]): PlannedCompletion[] {
  const size = ({ body }: PlannedCompletion) => JSON.stringify(body).length;
  return [...all].sort((a, b) => size(a) - size(b));
}

async function readingOf(ask: Requester, row: PlannedCompletion): Promise<ParsedStream> {
  const reading = await orderly(await streamAnswer(ask, row));
  if (reading.chunks.length > 0 || !reading.payloadFault) return reading;
  // An error is seen in a chunk only.
  throw new Inconclusive('no payload can be read', [reading.exchange], 'stream/payloads-are-json');
}

/** The request and, where its stream tells of an error, the same once more in the first round, with the control last. */
async function repeated(ask: Requester, { dying, control }: Kinds): Promise<ServedEvidence> {
  const readings = [await readingOf(ask, dying)];
  if (ask.round === 1) readings.push(await orderly(await ask.send(completionSpec(dying))));
  const beside = await readingOf(ask, control);
  if (beside.lateError)
    throw new Inconclusive('the stream beside it tells of an error too', [beside.exchange]);
  const exchanges = [...readings, beside].map(({ exchange }) => exchange);
  const every = readings.every(({ lateError }) => lateError !== undefined);
  const [first, ...others] = exchanges;
  const error = every ? readings.at(-1)?.lateError : undefined;
  return { exchanges: [first!, ...others], what: dying.why, ...(error && { error }) };
}
