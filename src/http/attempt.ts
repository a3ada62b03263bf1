import type { Dispatcher } from 'undici';
import type { Bounds } from '../pace/time-outs.ts';
import type { Failure } from '../vocabulary/exchange.ts';
import type { Collector } from './collect.ts';
import type { WireRequest } from './compose.ts';
import { type Deadline, deadline } from './deadline.ts';
import { codings, createDecoder, type Decoder } from './decode.ts';
import { dispatched } from './dispatched.ts';
import type { Resets } from './dispatcher.ts';
import { addExtra, MAX_HEADERS } from './extra-headers.ts';
import { Broken, CANCELED, isOurs, RESET_WITHIN_BODY, silentBody, tooLargeBody } from './failure.ts';
import { headerList, valuesOf } from './header-list.ts';
import type { InFlight } from './in-flight.ts';
import { Joined } from './joined.ts';
import { KeepAliveComments } from './keep-alive-comments.ts';
import type { Outcome } from './outcome.ts';
import { RawBytes } from './raw-bytes.ts';
import { brokenAnswer } from './unreadable-head.ts';
import type { ConnectionUse } from './unsolicited-responses.ts';
import { whenWritten } from './written.ts';

/** The inputs of one attempt in addition to its request. */
interface Around {
  bounds: Bounds;
  collector: Collector;
  inFlight: InFlight;
  resets: Resets;
  /** Is called when the request is sent; `connection` is informed of its use. */
  sends(): void;
  connection: Pick<ConnectionUse, 'begins' | 'ends'> | undefined;
}

/**
 * Sends one request and collects the response, within the bounds. Always resolves, except for a request that HTTP
 * cannot express (our error) and a collector that throws.
 */
export function attempt(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  request: WireRequest,
  around: Around,
): Promise<Outcome> {
  return new Attempt(around).send(dispatcher, request);
}

/** One request in flight, from its first byte to its outcome. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #around: Around;
  readonly #begun = performance.now();
  readonly #outcome: Outcome = { extra: [], wireBytes: 0, otherBytes: 0, timing: { endMs: 0 } };
  readonly #ended = Promise.withResolvers<Outcome>();
  #isOver = false;
  #controller: Dispatcher.DispatchController | undefined;
  #decoder: Decoder | undefined;
  readonly #came = new Joined((piece) => this.#receive(piece));
  readonly #raw = new RawBytes((failure) => this.#stop(failure));
  /** Bytes between several codings. */
  #inner = 0;
  #untilHeaders: Deadline | undefined;
  #total: Deadline | undefined;
  #silence: Deadline | undefined;
  readonly #comments = new KeepAliveComments();

  constructor(around: Around) {
    this.#around = around;
  }

  send(dispatcher: Pick<Dispatcher, 'dispatch'>, request: WireRequest): Promise<Outcome> {
    this.#startTimers();
    this.#comments.asked(request.body);
    const { inFlight } = this.#around;
    if (inFlight.stopped) this.#giveUp();
    else {
      inFlight.enter(this.#giveUp);
      try {
        dispatcher.dispatch(dispatched(request), this);
      } catch (error) {
        this.#settle(undefined, error);
      }
    }
    return this.#ended.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    whenWritten((socket) => {
      this.#raw.begin(socket);
      this.#around.connection?.begins(socket);
    });
    this.#around.sends();
    if (this.#isOver) controller.abort(new Broken('aborted', 'given up'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    parsed: Record<string, string | string[] | undefined>,
    statusText = '',
  ): void {
    if (this.#isOver) return;
    const headers = headerList(controller.rawHeaders, parsed);
    if (status < 200) {
      this.#stop(addExtra(this.#outcome, headers, status, statusText));
      return;
    }
    this.#untilHeaders?.end();
    this.#outcome.timing.headersMs = this.#elapsed();
    const applied = codings(valuesOf(headers, 'content-encoding').join(','));
    const coding = applied.join(', ') || 'identity';
    this.#comments.answered(headers);
    this.#outcome.head = { status, statusText, headers: headers.slice(0, MAX_HEADERS), coding };
    const announced = applied.length === 0 ? Number(valuesOf(headers, 'content-length')[0]) : Number.NaN;
    if (headers.length > MAX_HEADERS)
      this.#stop({ kind: 'too-large', message: `more than ${MAX_HEADERS} headers` });
    else if (announced > this.#around.bounds.maxBody) this.#tooLarge(0);
    else this.#beginBody(controller, applied);
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    this.#raw.content(piece.length);
    if (!this.#isOver) this.#came.push(piece);
  }

  #receive(piece: Buffer): void {
    if (this.#isOver) return;
    this.#outcome.wireBytes += piece.length;
    if (!this.#comments.isNext(piece)) this.#silence?.restart();
    if (!this.#decoder) this.#take(piece);
    else if (this.#outcome.wireBytes > this.#around.bounds.maxBody) this.#tooLarge(this.#outcome.wireBytes);
    else if (!this.#decoder.write(piece)) this.#controller?.pause();
  }

  onResponseEnd(
    controller: Dispatcher.DispatchController,
    trailers: Record<string, string | string[] | undefined>,
  ): void {
    const headers = headerList(controller.rawTrailers, trailers);
    const excess = headers.length > 0 ? addExtra(this.#outcome, headers) : undefined;
    this.#around.connection?.ends();
    this.#drainThenSettle(this.#around.resets.now ? RESET_WITHIN_BODY : excess);
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#isOver) return;
    if (isOurs(error)) return void this.#settle(undefined, error);
    this.#came.flush();
    this.#drainThenSettle(brokenAnswer(error, this.#controller !== undefined, this.#outcome));
  }

  /** Milliseconds, rounded to hundredths. */
  #elapsed = (): number => Math.round((performance.now() - this.#begun) * 100) / 100;

  #startTimers(): void {
    const { headersMs, totalMs } = this.#around.bounds;
    this.#untilHeaders = deadline(headersMs, () => {
      if (this.#controller)
        this.#stop({ kind: 'timeout-headers', message: `no response headers within ${headersMs} ms` });
      else this.#stop({ kind: 'timeout-connect', message: `no connection within ${headersMs} ms` });
    });
    this.#total = deadline(totalMs, () => {
      const kind = this.#outcome.head ? 'timeout-body' : 'timeout-headers';
      this.#stop({ kind, message: `the exchange did not end within ${totalMs} ms` });
    });
  }

  #beginBody(controller: Dispatcher.DispatchController, applied: ReturnType<typeof codings>): void {
    const { silenceMs } = this.#around.bounds;
    this.#silence = deadline(silenceMs, () => this.#stop(silentBody(silenceMs)));
    this.#decoder = createDecoder(applied, {
      onInner: (bytes) => {
        this.#inner += bytes;
        this.#outcome.otherBytes += bytes;
        if (this.#inner > this.#around.bounds.maxBody) this.#tooLarge(this.#inner);
      },
      onData: (piece) => {
        this.#outcome.otherBytes += piece.length;
        this.#take(piece);
      },
      onDrain: () => controller.resume(),
      onError: (error) => this.#stop(error),
    });
  }

  #tooLarge(came: number): void {
    this.#stop(tooLargeBody(this.#outcome.head, this.#around.bounds.maxBody, came));
  }

  /** Passes a decoded piece to the collector, up to the size limit of the body. */
  #take(piece: Buffer): void {
    if (this.#isOver) return;
    const { bounds, collector } = this.#around;
    try {
      this.#outcome.timing.firstByteMs ??= this.#elapsed();
      const excess = collector.size + piece.length - bounds.maxBody;
      const kept = excess > 0 ? piece.subarray(0, piece.length - excess) : piece;
      const room = collector.push(kept, this.#elapsed());
      if (collector.excess) this.#stop(collector.excess);
      else if (excess > 0) this.#tooLarge(bounds.maxBody + excess);
      else if (bounds.canceled && this.#outcome.head?.status === 200) this.#stop(CANCELED);
      else if (!room) {
        this.#controller?.pause();
        collector.drained().then(() => this.#controller?.resume());
      }
    } catch (error) {
      this.#settle(undefined, error);
      this.#controller?.abort(new Broken('aborted', 'given up'));
    }
  }

  readonly #giveUp = (): void => this.#stop({ kind: 'aborted', message: 'the run was stopped' });

  /** Ends the exchange on our side if there is a failure. */
  #stop(failure: Failure | undefined): void {
    if (this.#isOver || !failure) return;
    const { kind, message } = failure;
    this.#decoder?.stop();
    this.#settle({ kind, message });
    this.#controller?.abort(new Broken(kind, message));
  }

  /** The decoded part of a broken body is evidence: it is passed on first. */
  #drainThenSettle(failure?: Failure): void {
    this.#came.flush();
    this.#raw.end(this.#outcome);
    this.#silence?.end();
    const decoder = this.#decoder;
    if (!decoder) {
      this.#settle(failure);
      return;
    }
    decoder.end().then(
      () => this.#settle(failure),
      (error) => this.#settle(undefined, error),
    );
    if (failure) setImmediate(() => decoder.stop());
  }

  #settle(failure?: Failure, ours?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#raw.end(this.#outcome);
    this.#untilHeaders?.end();
    this.#silence?.end();
    this.#total?.end();
    this.#around.inFlight.leave(this.#giveUp);
    if (failure) this.#outcome.failure = failure;
    this.#outcome.timing.endMs = this.#elapsed();
    if (ours !== undefined) this.#ended.reject(ours);
    else this.#ended.resolve(this.#outcome);
  }
}
