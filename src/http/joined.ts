/** Pieces that wait to be handed on at most, and from how many bytes on a piece does not wait. */
const MOST_PIECES = 512;
const LARGE = 4_096;

/**
 * Joins the pieces that one read of a connection brings: in chunks of a byte they are tens of thousands, and each of them
 * would cost far more than it holds.
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

  /** Hands on what waits. */
  readonly flush = (): void => {
    const pieces = this.#waiting;
    if (pieces.length === 0) return;
    this.#waiting = [];
    this.#hand(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
  };
}
