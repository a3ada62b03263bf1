import { createParser, type EventSourceParser } from 'eventsource-parser';

/** Our reader and eventsource-parser saw other events in a stream whose framing is sound: a defect of one of them. */
export class ReadersDisagree extends Error {
  override name = 'ReadersDisagree';
}

/** Text that is not handed over yet is held up to this size, in characters; a longer event is no event. */
const HELD = 32 * 1024 * 1024;

const BLOCK = 64 * 1024;
const LF = 10;

/**
 * The events of a stream as eventsource-parser reads them, the library that clients stand on. The framing judge runs beside
 * it over the same bytes and has to see the same events, unless it tells of something irregular. It stays because a
 * parser forgives what has to be told: it says nothing of a comment or a line that belongs nowhere (`ping`), of a blank
 * line too many, of a last event without its blank line, and it knows no offsets. `next` gives the payload of the next
 * event, in their order.
 */
export class EventReader {
  readonly #decoder = new TextDecoder();
  readonly #payloads: string[] = [];
  readonly #parser: EventSourceParser;
  #taken = 0;
  readonly #buffer = Buffer.allocUnsafe(BLOCK);
  #held = 0;
  /** True when an event was too long to be held: then nothing can be said of what follows. */
  lost = false;

  constructor() {
    this.#parser = createParser({
      maxBufferSize: HELD,
      onEvent: ({ data }) => void this.#payloads.push(data),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.lost = true;
      },
    });
  }

  feed(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; ) {
      if (this.#held === this.#buffer.length) this.#drain();
      const room = Math.min(this.#buffer.length - this.#held, piece.length - from);
      this.#buffer.set(
        from === 0 && room === piece.length ? piece : piece.subarray(from, from + room),
        this.#held,
      );
      this.#held += room;
      from += room;
    }
  }

  end(): void {
    this.#drain();
    this.#read(this.#decoder.decode(this.#buffer.subarray(0, this.#held)));
    this.#held = 0;
  }

  /** Hands over whole lines: the parser copies all that comes after a part of one. A line that fills the buffer goes in parts. */
  #drain(): void {
    const last = this.#buffer.subarray(0, this.#held).lastIndexOf(LF);
    const end = last < 0 && this.#held === this.#buffer.length ? this.#held : last + 1;
    if (end === 0) return;
    this.#read(this.#decoder.decode(this.#buffer.subarray(0, end), { stream: true }));
    this.#buffer.copyWithin(0, end, this.#held);
    this.#held -= end;
  }

  #read(text: string): void {
    if (this.lost) return;
    // The parser makes an error of every line that it does not know: its stack would take most of the time.
    const deep = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      this.#parser.feed(text);
    } finally {
      Error.stackTraceLimit = deep;
    }
  }

  /** The payload of the next event; undefined when the parser saw none. */
  next(): string | undefined {
    if (this.#taken === this.#payloads.length) this.#drain();
    if (this.#taken > 4096) {
      this.#payloads.splice(0, this.#taken);
      this.#taken = 0;
    }
    return this.#payloads[this.#taken++];
  }
}
