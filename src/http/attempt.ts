import type { Dispatcher } from 'undici';
import type { Failure, FailureKind } from '../vocabulary/exchange.ts';
import type { Collector } from './collect.ts';
import type { WireRequest } from './compose.ts';
import { codings, createDecoder, type Decoder } from './decode.ts';
import type { Resets } from './dispatcher.ts';
import { Broken, classify, RESET_WITHIN_BODY, silentBody } from './failure.ts';
import type { InFlight } from './in-flight.ts';

/** The bounds of one attempt, in milliseconds and bytes. */
export interface Bounds {
  headersMs: number;
  silenceMs: number;
  totalMs: number;
  maxBody: number;
}

/** Status line and headers as they came. */
export interface Head {
  status: number;
  statusText: string;
  headers: [string, string][];
  coding: string;
}

/** What came of one attempt; the body went into the collector. */
export interface Outcome {
  head?: Head;
  failure?: Failure;
  wireBytes: number;
  timing: { headersMs?: number; firstByteMs?: number; endMs: number };
}

/** Response headers at most; a real service sends a few dozen. */
const MAX_HEADERS = 1_000;
/** Interim responses (1xx) at most before the final one. */
const MAX_INTERIM = 20;

/**
 * Sends one request and gathers what comes, within the bounds. Always resolves, but for a request that HTTP can't
 * express (that is our error) and for a collector that throws.
 */
export function attempt(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  request: WireRequest,
  bounds: Bounds,
  collector: Collector,
  inFlight: InFlight,
  resets: Resets = { now: false },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const elapsed = () => Math.round((performance.now() - begun) * 100) / 100;
    const outcome: Outcome = { wireBytes: 0, timing: { endMs: 0 } };
    let controller: Dispatcher.DispatchController | undefined;
    let decoder: Decoder | undefined;
    let interim = 0;
    let ended = false;
    let silence: NodeJS.Timeout | undefined;

    const settle = (failure?: Failure, ours?: unknown) => {
      if (ended) return;
      ended = true;
      clearTimeout(untilHeaders);
      clearTimeout(silence);
      clearTimeout(total);
      inFlight.leave(giveUp);
      if (failure) outcome.failure = failure;
      outcome.timing.endMs = elapsed();
      if (ours !== undefined) reject(ours);
      else resolve(outcome);
    };
    const drainThenSettle = (failure?: Failure) => {
      clearTimeout(silence);
      if (!decoder) return settle(failure);
      // What was decoded of a broken body is evidence: it is handed over first.
      const finishing = decoder;
      finishing.end().then(
        () => settle(failure),
        (error) => settle(undefined, error),
      );
      if (failure) setImmediate(() => finishing.stop());
    };
    const stop = (kind: FailureKind, message: string) => {
      if (ended) return;
      const error = new Broken(kind, message);
      decoder?.stop();
      settle({ kind, message });
      controller?.abort(error);
    };
    const guard = (step: () => void) => {
      try {
        step();
      } catch (error) {
        settle(undefined, error);
        controller?.abort(new Broken('aborted', 'given up'));
      }
    };
    const take = (piece: Buffer) => {
      guard(() => {
        if (ended) return;
        outcome.timing.firstByteMs ??= elapsed();
        const excess = collector.size + piece.length - bounds.maxBody;
        const room = collector.push(excess > 0 ? piece.subarray(0, piece.length - excess) : piece, elapsed());
        if (excess > 0) return stop('too-large', `the body exceeds ${bounds.maxBody} bytes`);
        if (!room) {
          controller?.pause();
          collector.drained().then(() => controller?.resume());
        }
      });
    };
    const giveUp = () => stop('aborted', 'the run was stopped');

    const untilHeaders = setTimeout(() => {
      if (controller) stop('timeout-headers', `no response headers within ${bounds.headersMs} ms`);
      else stop('timeout-connect', `no connection within ${bounds.headersMs} ms`);
    }, bounds.headersMs);
    const total = setTimeout(() => {
      const kind = outcome.head ? 'timeout-body' : 'timeout-headers';
      stop(kind, `the exchange did not end within ${bounds.totalMs} ms`);
    }, bounds.totalMs);
    if (inFlight.stopped) return giveUp();
    inFlight.enter(giveUp);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(c) {
        controller = c;
        if (ended) c.abort(new Broken('aborted', 'given up'));
      },
      onResponseStart(c, status, parsed, statusText) {
        if (ended) return;
        if (status < 200) {
          interim += 1;
          if (interim > MAX_INTERIM) stop('protocol', `more than ${MAX_INTERIM} interim responses`);
          return;
        }
        clearTimeout(untilHeaders);
        outcome.timing.headersMs = elapsed();
        const headers = headerList(c.rawHeaders, parsed);
        const applied = codings(
          headers
            .filter(([name]) => name.toLowerCase() === 'content-encoding')
            .map(([, value]) => value)
            .join(','),
        );
        outcome.head = {
          status,
          statusText: statusText ?? '',
          headers: headers.slice(0, MAX_HEADERS),
          coding: applied.join(', ') || 'identity',
        };
        if (headers.length > MAX_HEADERS) return stop('too-large', `more than ${MAX_HEADERS} headers`);
        const announced = headers.find(([name]) => name.toLowerCase() === 'content-length');
        if (announced && applied.length === 0) collector.expect(Number(announced[1]));
        silence = setTimeout(() => {
          const { kind, message } = silentBody(bounds.silenceMs);
          stop(kind, message);
        }, bounds.silenceMs);
        decoder = createDecoder(applied, {
          onData: take,
          onDrain: () => c.resume(),
          onError: (error) => stop(error.kind, error.message),
        });
      },
      onResponseData(c, piece) {
        if (ended) return;
        outcome.wireBytes += piece.length;
        silence?.refresh();
        if (!decoder) return take(piece);
        if (outcome.wireBytes > bounds.maxBody) {
          return stop('too-large', `the body exceeds ${bounds.maxBody} bytes`);
        }
        if (!decoder.write(piece)) c.pause();
      },
      onResponseEnd() {
        drainThenSettle(resets.now ? RESET_WITHIN_BODY : undefined);
      },
      onResponseError(_, error) {
        if (ended) return;
        if (isOurs(error)) return settle(undefined, error);
        drainThenSettle(classify(error, controller !== undefined, outcome.head !== undefined));
      },
    };
    try {
      dispatcher.dispatch(
        {
          origin: request.origin,
          path: request.path,
          method: request.method,
          // An object and not a list: the connection through a plain proxy copies it as one.
          headers: Object.fromEntries(request.headers),
          body: request.body.length > 0 ? request.body : null,
        },
        handler,
      );
    } catch (error) {
      settle(undefined, error);
    }
  });
}

/** A request that can't be put into HTTP is a mistake of the check, and no failure of the target. */
function isOurs(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'UND_ERR_INVALID_ARG';
}

/** Names and values as the bytes came, each byte one character. */
function headerList(
  raw: Dispatcher.DispatchController['rawHeaders'],
  parsed: Record<string, string | string[] | undefined>,
): [string, string][] {
  if (!Array.isArray(raw)) {
    return Object.entries(parsed).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((v): [string, string] => [name, v]),
    );
  }
  const list: [string, string][] = [];
  const spell = (bytes: Buffer | string) => (typeof bytes === 'string' ? bytes : bytes.toString('latin1'));
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([spell(raw[i]!), spell(raw[i + 1]!)]);
  return list;
}
