import { createParser, type EventSourceParser } from 'eventsource-parser';

/** Our reader and eventsource-parser saw other events in a stream whose framing is sound: a defect of one of them. */
export class ReadersDisagree extends Error {
  override name = 'ReadersDisagree';
}

/** Text that is not handed over yet is held up to this size, in characters; a longer event is no event. */
const HELD = 32 * 1024 * 1024;

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
    this.#read(this.#decoder.decode(piece, { stream: true }));
  }

  end(): void {
    this.#read(this.#decoder.decode());
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
    if (this.#taken > 4096) {
      this.#payloads.splice(0, this.#taken);
      this.#taken = 0;
    }
    return this.#payloads[this.#taken++];
  }
}
