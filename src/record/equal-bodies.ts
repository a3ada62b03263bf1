import { hash } from 'node:crypto';
import type { ExchangeLine, StoredBytes } from '../vocabulary/record.ts';

/** A shorter body is written again: naming another one saves nothing then. */
const WORTH_NAMING = 256;

/** The line with the name of an earlier exchange in the place of a body that is the same, and what reading that costs. */
export interface Shortened {
  line: object;
  /** Bytes of the line that holds the body. */
  named: number;
}

/** Bodies of answers that a record holds already: an equal one is written as the name of its exchange. */
export class EqualBodies {
  readonly #first = new Map<string, { id: string; size: number }>();
  /** Of the line that was looked at last: a digest of a large body takes its time. */
  #last: { line?: ExchangeLine; key?: string | undefined } = {};

  /** The line in short, when an earlier one holds its body. */
  shortened(line: ExchangeLine): Shortened | undefined {
    const { response } = line;
    const key = this.#keyOf(line);
    const first = key === undefined ? undefined : this.#first.get(key);
    if (!response || !first) return undefined;
    return { line: { ...line, response: { ...response, body: { same: first.id } } }, named: first.size };
  }

  /** Notes a line that was written as it is, in so many bytes. */
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
