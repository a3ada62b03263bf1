import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';

/** One unusual feature of the JSON notation of a request. */
interface Way {
  words: string;
  /** The same request without this feature. */
  usual(row: PlannedCompletion): PlannedCompletion;
}

/** The unusual JSON notation of a request; empty if it is the usual one. */
export function writtenOtherwise({ body, escaped, indented, exponent }: PlannedCompletion): Way[] {
  const found: Way[] = [];
  if (Object.keys(body)[0] !== 'model')
    found.push({ words: 'reordered members (model last)', usual: (row) => ({ ...row, body: inOrder(row) }) });
  if (escaped)
    found.push({ words: 'escapes for non-ASCII characters', usual: (row) => ({ ...row, escaped: false }) });
  if (exponent !== undefined)
    found.push({ words: `an exponent or -0 in ${exponent}`, usual: ({ exponent: _, ...row }) => row });
  if (indented)
    found.push({ words: 'line breaks and spaces', usual: (row) => ({ ...row, indented: false }) });
  return found;
}

function inOrder({ body: { model, messages, ...others } }: PlannedCompletion): Record<string, unknown> {
  return { model, messages, ...others };
}

/** A request that is rejected for its notation. */
export interface Writing {
  /** The smallest rejected one: it has only the features that cause the rejection. */
  row: PlannedCompletion;
  /** An accepted one with one feature less than a rejected one. */
  control: PlannedCompletion;
  /** The features in words; those that were not tested are among them. */
  words: string[];
  isWhole: boolean;
}

/**
 * Takes the unusual features of the notation away, one after the other, as long as the request is rejected: this is
 * free. Undefined if it is also rejected in the usual notation. `taken` tells whether a request is accepted.
 */
export async function refusedWriting(
  row: PlannedCompletion,
  taken: (row: PlannedCompletion) => Promise<boolean | undefined>,
): Promise<Writing | undefined> {
  let left = row;
  let control: PlannedCompletion | undefined;
  let isWhole = true;
  const words: string[] = [];
  for (const way of writtenOtherwise(row)) {
    const smaller = { ...way.usual(left), id: `${left.id}/without ${way.words}` };
    const isTaken = await taken(smaller);
    if (isTaken === false) left = smaller;
    else words.push(way.words);
    if (isTaken) control = smaller;
    isWhole &&= isTaken !== undefined;
  }
  return control && { row: left, control, words, isWhole };
}

/** The same request in the usual notation. */
export function plainlyWritten(row: PlannedCompletion): PlannedCompletion {
  const plain = writtenOtherwise(row).reduce((left, way) => way.usual(left), row);
  return { ...plain, id: `${row.id}/plainly` };
}
