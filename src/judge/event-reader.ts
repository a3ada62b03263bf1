import { createParser, type EventSourceParser } from 'eventsource-parser';

/** Our reader and eventsource-parser disagree about a stream with correct framing: a defect of one of them. */
export class ReadersDisagree extends Error {
  override name = 'ReadersDisagree';
}

/** Maximum size of pending text in characters; a longer event is not an event. */
const HELD = 32 * 1024 * 1024;

const BLOCK = 64 * 1024;
const LF = 10;

/**
 * The events of a stream as read by eventsource-parser, the library that clients use. The framing judge reads the
 * same bytes in parallel and has to see the same events, unless it reports an irregularity. It is needed because a
 * parser tolerates what has to be reported: it ignores comments, unknown lines (`ping`), extra blank lines and a
 * missing last blank line, and it knows no offsets. `next` returns the payloads in order.
 */
export class EventReader {
  readonly #decoder = new TextDecoder();
  readonly #payloads: string[] = [];
  readonly #parser: EventSourceParser;
  #taken = 0;
  readonly #buffer = Buffer.allocUnsafe(BLOCK);
  #held = 0;
  /** True if an event was too long to be stored: nothing is known about what follows. */
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

  /**
   * Passes on complete lines: the parser copies everything after a partial line. A line that fills the buffer is
   * passed in parts.
   */
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
    // The parser creates an error for every unknown line: its stack would take most of the time.
    const deep = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      this.#parser.feed(text);
    } finally {
      Error.stackTraceLimit = deep;
    }
  }

  /** The payload of the next event; undefined if the parser saw none. */
  next(): string | undefined {
    if (this.#taken === this.#payloads.length) this.#drain();
    if (this.#taken > 4096) {
      this.#payloads.splice(0, this.#taken);
      this.#taken = 0;
    }
    return this.#payloads[this.#taken++];
  }
}
