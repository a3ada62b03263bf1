import { type ParsedStream, parseStream, type Streamed } from '../../src/judge/parsed-stream.ts';
import { eventStreamType } from '../../src/judge/stream/event-stream.ts';
import { STATED_FRAMING } from '../../src/judge/stream/framing-rules.ts';
import { brokenOff, completionSpec } from '../../src/requests/ask.ts';
import type { Requester } from '../../src/vocabulary/check.ts';
import type { CheckId } from '../../src/vocabulary/check-ids.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';

/** A stream that was requested with compression, and the violations of the uncompressed stream. */
export interface Compressed extends Streamed {
  known: readonly CheckId[];
}

/**
 * Repeats a streaming request with compression, as the official clients send it. Rejects with `Inconclusive` if the
 * uncompressed stream already has a violation, which its own check reports, and this one has another: such a
 * service varies independently of compression.
 */
export async function compressed(ask: Requester, plain: Streamed): Promise<Compressed> {
  const { row } = plain;
  const known = breachesOf(plain);
  const spec = completionSpec(row);
  const headers = [...(spec.headers ?? []), ['accept-encoding', 'gzip, deflate'] as const];
  const exchange = await ask
    .send({ ...spec, headers, label: `${row.why}, compression allowed` })
    .catch(orBroken);
  if (exchange.response?.status !== 200) {
    const status = exchange.response?.status;
    throw new Inconclusive(
      `the request got ${status === undefined ? 'no answer' : `status ${status}`}`,
      [exchange],
      tells(status),
    );
  }
  const found = { ...(await parseStream(exchange)), row, known };
  const other = exchange.failure !== undefined || breachesOf(found).some((id) => !known.includes(id));
  if (known[0] && other)
    throw new Inconclusive('the uncompressed stream has invalid framing', [plain.exchange], known[0]);
  return found;
}

/** The check of a success with another status. */
const tells = (status = 0): CheckId | undefined =>
  status > 200 && status < 300 ? 'completion/status-200' : undefined;

/** The checks that report violations of a stream: of its media type, and of its framing. */
function breachesOf(stream: ParsedStream): CheckId[] {
  const broken = STATED_FRAMING.filter(({ judge }) => judge(stream).length > 0).map(({ id }) => id);
  return eventStreamType(stream)[0] ? ['stream/content-type', ...broken] : broken;
}

/** A compressed body that is truncated in the same way each time is judged: the uncompressed one was complete. */
function orBroken(error: unknown) {
  const last = brokenOff(error);
  if (last) return last;
  throw error;
}
