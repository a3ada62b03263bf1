/** Where plain numbers are folded into a bigint: well below 2^53, so that another addition cannot lose a digit. */
const FOLD = 2 ** 52;

/** A running sum of integers that never loses a digit, and is as fast as a number while it is small. */
export class ExactSum {
  #low = 0;
  #high = 0n;

  /** Adds an integer; a number must be a safe one. */
  add(value: number | bigint): void {
    if (typeof value === 'bigint' || value > FOLD || value < -FOLD) {
      this.#high += BigInt(value);
      return;
    }
    this.#low += value;
    if (this.#low > FOLD || this.#low < -FOLD) {
      this.#high += BigInt(this.#low);
      this.#low = 0;
    }
  }

  addSum(other: ExactSum): void {
    this.add(other.#low);
    this.#high += other.#high;
  }

  get value(): bigint {
    return this.#high + BigInt(this.#low);
  }
}

/** Adds a number, if it is one, to the sum under a key, which is created on demand. */
export function addAt<K>(sums: Map<K, ExactSum>, key: K, value: number | bigint | undefined): void {
  if (value === undefined) return;
  let sum = sums.get(key);
  if (!sum) {
    sum = new ExactSum();
    sums.set(key, sum);
  }
  sum.add(value);
}
