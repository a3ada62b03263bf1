import { replayed } from '../../src/client/stream.ts';
import { answerOfBody, answerOfStream } from '../../src/judge/answer.ts';
import { differs, type Witness, works } from '../../src/judge/client.ts';
import { isContentJson } from '../../src/judge/completion/body.ts';
import { whyUnusable } from '../../src/judge/completion/usable.ts';
import { jsonBody } from '../../src/judge/json-body.ts';
import { type ParsedStream, parseStream } from '../../src/judge/parsed-stream.ts';
import { chunked } from '../../src/judge/stream/reading.ts';
import type { Completed } from '../../src/requests/bodies.ts';
import type { Answer } from '../../src/vocabulary/answer.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';
import { Inconclusive, type Undecidable } from '../../src/vocabulary/undecidable.ts';
import { documented, type ForClient, forClient } from './well-framed.ts';

/** Reads a stream that the clients can read too: failing ones are reported once. */
export async function readable(exchange: Exchange): Promise<ForClient> {
  const found = await forClient(exchange);
  const witnesses = await replayed(exchange);
  if (witnesses.some((witness) => witness.error === undefined)) return found;
  const broken = new Inconclusive('the clients fail on the stream', [exchange], 'client/stream-iteration');
  throw found.doubt ?? broken;
}

/** The result of a client for a stream, and the sent content. */
export async function comparedWithSent(
  { value: seen, ...witness }: Witness<Answer>,
  doubt: Undecidable | undefined,
): Promise<Witness<{ seen: Answer; sent: Answer }>> {
  const exchange = witness.exchanges.at(-1)!;
  const strict = await parseStream(exchange);
  if (strict.lateError)
    throw new Inconclusive('the stream reports an error', witness.exchanges, 'stream/served');
  if (!seen) return witness;
  const sent = answerOfStream(doubt ? await chunked(exchange) : strict);
  return { ...witness, value: { seen, sent } };
}

/** The findings if a client fails on a stream, or sees other content. */
export const readsToTheEnd = (witnesses: readonly Witness<{ seen: Answer; sent: Answer }>[]) =>
  works(
    'the official client reads the stream to its end and returns the same choices',
    witnesses,
    ({ seen, sent }) => (seen.choices.length === 0 ? 'no choice' : differs(seen, sent)),
  );

/** Every stream of the run, and the clients' results. */
export interface Iterated {
  sent: Answer;
  witnesses: readonly Witness<Answer>[];
}

/** The same for a recorded stream. */
export const iterates = ({ sent, witnesses }: Iterated) =>
  works('the official client iterates to the end and returns the same choices', witnesses, (seen) =>
    differs(seen, sent),
  );

/** The same for a completion that is not streamed. */
export const getsTheCompletion = (witnesses: readonly Witness<Answer>[]) =>
  works('the official client returns the completion', witnesses, (seen, exchange) =>
    seen.choices.length === 0 ? 'no choice' : differs(seen, answerOfBody(exchange, jsonBody(exchange))),
  );

/** Why a completion may be left to another check; undefined if it is correct. */
export function doubtAbout(control: Completed): Inconclusive | undefined {
  const doubt = whyUnusable(control);
  if (doubt) return doubt;
  if (isContentJson(control).length === 0) return undefined;
  return new Inconclusive(
    'the content type of the answer is not JSON',
    [control.exchange],
    'completion/content-type',
  );
}

/** The same for the stream helper, which depends on OpenAI's documentation of chunks. */
export async function helpable(exchange: Exchange): Promise<ParsedStream> {
  await documented(exchange);
  return (await readable(exchange)).reading;
}
