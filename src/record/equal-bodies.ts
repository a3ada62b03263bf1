import { hash } from 'node:crypto';
import type { ExchangeLine, StoredBytes } from '../vocabulary/record.ts';

/** A shorter body is written again, since a reference would not save space. */
const WORTH_NAMING = 256;

/** The line with a reference to an earlier exchange in place of an equal body, and the cost of reading that one. */
export interface Shortened {
  line: object;
  /** Bytes of the line with the body. */
  named: number;
}

/** Bodies of responses in the record: an equal one is written as a reference to its exchange. */
export class EqualBodies {
  readonly #first = new Map<string, { id: string; size: number }>();
  /** Of the last line: the digest of a large body takes time. */
  #last: { line?: ExchangeLine; key?: string | undefined } = {};

  /** The short form of the line, if an earlier one has its body. */
  shortened(line: ExchangeLine): Shortened | undefined {
    const { response } = line;
    const key = this.#keyOf(line);
    const first = key === undefined ? undefined : this.#first.get(key);
    if (!response || !first) return undefined;
    return { line: { ...line, response: { ...response, body: { same: first.id } } }, named: first.size };
  }

  /** Records a line that was written in full, and its size. */
  note(line: ExchangeLine, size: number): void {
    const key = this.#keyOf(line);
    if (key !== undefined && !this.#first.has(key)) this.#first.set(key, { id: line.id, size });
  }

  #keyOf(line: ExchangeLine): string | undefined {
    if (this.#last.line !== line) this.#last = { line, key: line.response && keyOf(line.response.body) };
    return this.#last.key;
  }
}

function keyOf(body: StoredBytes): string | undefined {
  const [kind, content] = 'text' in body ? ['t', body.text] : ['b', body.base64];
  if (content.length < WORTH_NAMING) return undefined;
  return kind + hash('sha256', content, 'base64');
}
