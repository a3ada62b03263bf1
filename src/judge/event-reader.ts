import { createParser, type EventSourceParser } from 'eventsource-parser';

/** Our reader and eventsource-parser disagree about a stream with correct framing: a defect of one of them. */
export class ReadersDisagree extends Error {
  override name = 'ReadersDisagree';
}

/** Maximum size of pending text in characters; a longer event is not an event. */
const HELD = 32 * 1024 * 1024;

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

  feed(piece?: Uint8Array): void {
    const text = this.#decoder.decode(piece, { stream: piece !== undefined });
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
    if (this.#taken > 4096) {
      this.#payloads.splice(0, this.#taken);
      this.#taken = 0;
    }
    return this.#payloads[this.#taken++];
  }
}
