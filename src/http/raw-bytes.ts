import type { Socket } from 'node:net';
import type { Failure } from '../vocabulary/exchange.ts';
import type { Outcome } from './outcome.ts';

/** Bytes by which the framing may exceed the content: far more than heads, chunk sizes and trailers need. */
const ALLOWANCE = 1024 * 1024;

const EXCESS: Failure = {
  kind: 'too-large',
  message: `the framing of the response exceeds its content by more than ${ALLOWANCE} bytes`,
};

/** The bytes of a connection since its previous attempt ended; `content` of them belong to a body. */
interface Count {
  raw: number;
  content: number;
  exceeded: ((failure: Failure) => void) | undefined;
}

const counts = new WeakMap<Socket, Count>();

/**
 * The bytes that a connection delivers for one attempt. The parser consumes chunk extensions, leading zeros, blank
 * lines and reason phrases without a limit, and reports none of them.
 */
export class RawBytes {
  readonly #exceeded: (failure: Failure) => void;
  #count: Count | undefined;

  /** `exceeded` is called if the framing is too large. */
  constructor(exceeded: (failure: Failure) => void) {
    this.#exceeded = exceeded;
  }

  /** The attempt uses this connection. */
  begin(socket: Socket): void {
    this.#count = countOf(socket);
    this.#count.exceeded = this.#exceeded;
  }

  /** So many bytes were content. */
  content(bytes: number): void {
    if (this.#count) this.#count.content += bytes;
  }

  /** The attempt needs the connection no longer: adds the bytes besides the body to the outcome, once. */
  end(outcome: Outcome): void {
    const count = this.#count;
    if (!count) return;
    this.#count = undefined;
    outcome.otherBytes += Math.max(0, count.raw - outcome.wireBytes);
    Object.assign(count, { raw: 0, content: 0, exceeded: undefined });
  }
}

function countOf(socket: Socket): Count {
  const known = counts.get(socket);
  if (known) return known;
  const count: Count = { raw: 0, content: 0, exceeded: undefined };
  counts.set(socket, count);
  const push = socket.push.bind(socket);
  socket.push = (piece: unknown, ...rest: never[]) => {
    if (Buffer.isBuffer(piece)) count.raw += piece.length;
    if (count.raw - 2 * count.content <= ALLOWANCE) return push(piece, ...rest);
    if (count.exceeded) count.exceeded(EXCESS);
    else socket.destroy();
    return false;
  };
  return count;
}
