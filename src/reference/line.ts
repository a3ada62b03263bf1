import { Duplex } from 'node:stream';

/**
 * One end of a connection that never leaves this process: what is written to it is read from the other end, piece by
 * piece, and the two go away as sockets do. The HTTP server and its client take it for a socket.
 */
export class LineEnd extends Duplex {
  #other!: LineEnd;
  /** Tells the writer at the other end that this end has read his piece, or went away. */
  #taken: ((error?: Error) => void) | undefined;

  /** The two ends of a new connection. */
  static pair(): [LineEnd, LineEnd] {
    const ends: [LineEnd, LineEnd] = [new LineEnd(), new LineEnd()];
    ends[0].#other = ends[1];
    ends[1].#other = ends[0];
    return ends;
  }

  /** Tears the connection down: the other end hears of a reset, and not of an end. */
  resetAndDestroy(): this {
    const other = this.#other;
    setImmediate(() => other.destroy(connectionError('read', 'ECONNRESET')));
    return this.destroy();
  }

  override _read(): void {
    this.#take();
  }

  override _write(piece: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    const other = this.#other;
    if (other.destroyed) done(connectionError('write', 'EPIPE'));
    else if (piece.length === 0) done();
    else {
      other.#taken = done;
      other.push(piece);
    }
  }

  override _writev(pieces: { chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.#other.#hearEnd();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#take(connectionError('write', 'EPIPE'));
    // Not at once: the other end may be in the middle of something.
    if (!this.writableFinished) setImmediate(() => this.#other.#hearEnd());
    done(error);
  }

  #take(error?: Error): void {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.(error);
  }

  #hearEnd(): void {
    if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  // What else the server and the client do to their sockets, and what has no meaning here.

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

function connectionError(call: string, code: string): Error {
  return Object.assign(new Error(`${call} ${code}`), { code });
}
