import { firstBroken } from '../judge/rule.ts';
import { eventStreamType } from '../judge/stream/event-stream.ts';
import { STATED_FRAMING } from '../judge/stream/framing-rules.ts';
import { parseStream } from '../judge/stream/parsed-stream.ts';
import { completionSpec } from '../requests/ask.ts';
import { Inconclusive, type Requester } from '../vocabulary/check.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import type { Streamed } from './streams.ts';

/**
 * Asks once more for a stream, as the official clients do, allowing compression. Rejects with `Inconclusive` when the same
 * stream without compression has a breach already, which its own check tells of.
 */
export async function compressed(ask: Requester, plain: Streamed): Promise<Streamed> {
  const { row } = plain;
  const known = eventStreamType(plain)[0] ? 'stream/content-type' : firstBroken(STATED_FRAMING, plain)?.id;
  if (known) throw new Inconclusive('the stream is irregular without compression', [plain.exchange], known);
  const spec = completionSpec(row);
  const headers = [...(spec.headers ?? []), ['accept-encoding', 'gzip, deflate'] as const];
  const exchange = await ask
    .send({ ...spec, headers, label: `${row.why}, compression allowed` })
    .catch(orBroken);
  if (exchange.response?.status !== 200) {
    throw new Inconclusive(`the request was answered ${exchange.response?.status ?? 'not at all'}`, [
      exchange,
    ]);
  }
  return { ...(await parseStream(exchange)), row };
}

/** A compressed body that breaks off alike each time is judged: the one that is not compressed was whole. */
function orBroken(error: unknown) {
  if (error instanceof Inconclusive && brokenAlike(error.exchanges)) return error.exchanges.at(-1)!;
  throw error;
}
