/** Maximum number of waiting pieces, and the size from which a piece does not wait. */
const MOST_PIECES = 512;
const LARGE = 4_096;

/**
 * Joins the pieces of one read of a connection: with one-byte chunks there are tens of thousands, each with far
 * more overhead than content.
 */
export class Joined {
  readonly #hand: (piece: Buffer) => void;
  #waiting: Buffer[] = [];

  constructor(hand: (piece: Buffer) => void) {
    this.#hand = hand;
  }

  push(piece: Buffer): void {
    const count = this.#waiting.push(piece);
    if (count === MOST_PIECES || piece.length >= LARGE) this.flush();
    else if (count === 1) queueMicrotask(this.flush);
  }

  /** Passes on the waiting pieces. */
  readonly flush = (): void => {
    const pieces = this.#waiting;
    if (pieces.length === 0) return;
    this.#waiting = [];
    this.#hand(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  };
}
