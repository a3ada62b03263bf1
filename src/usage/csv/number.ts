import { field, type Row } from './reader.ts';
import { isNothing } from './rows.ts';

/** The format of an integer. */
export type Shape =
  | 'plain'
  | 'grouped'
  | 'fraction of zeros'
  | 'exponent'
  | 'padded'
  | 'marked as text'
  | 'none';

/** The value of most cells, which are short and have only digits: read without a pattern, which takes longer. */
function plainValue(text: string): number | undefined {
  if (text.length === 0 || text.length > 15) return undefined;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = 10 * value + digit;
  }
  return value;
}

/** An integer cell: a number while it is safe, a bigint beyond; undefined if it is not an integer. */
export function integerAt(row: Row, i: number): number | bigint | undefined {
  const text = field(row, i);
  return plainValue(text) ?? odd(text).value;
}

const POWERS = Array.from({ length: 16 }, (_, i) => 10 ** i);

/**
 * Whether a value fills its cell: digits only, and not too many. Classifies most cells without reading their text.
 */
export function fills(value: number | bigint, length: number): boolean {
  if (typeof value === 'bigint' || value < 0) return false;
  return length === 1 || (length < 16 && value >= POWERS[length - 1]!);
}

/** Groups of three digits; in India of two, but the last. */
const GROUPED = /^-?\d{1,3}(?=([,.'’ \u00a0\u2009\u202f_]))(?:\1\d{3}|(?:\1\d\d)+\1\d{3}|(?:\1\d{3})+)$/;

/** Whether a text is none in any format: a word, an id or a date. */
export const isNoNumber = (text: string): boolean =>
  /^(\p{L}|[\da-f]{8}-[\da-f]{4}-|\d{4}-\d\d-\d\d|\d\d?([./-])\d\d?\2\d{4}(?!\d))/iu.test(text);

/** Whether a text is a number in a format that is not read. A fraction is read: it is no count. */
export const isUnknownNumber = (text: string): boolean =>
  !isNoNumber(text) && /\p{Nd}/u.test(text) && Number.isNaN(Number(text));

/** Reads an integer in any format, without losing a digit. */
export function odd(text: string): { value: number | bigint | undefined; shape: Shape } {
  const trimmed = text.trim();
  const bare = trimmed.replace(/^'|^="?|"$/g, '');
  const shape = (s: Shape, digits: string) => ({ value: small(BigInt(digits)), shape: s });
  if (/^[+-]?\d{1,40}$/.test(bare)) {
    return shape(
      bare !== trimmed ? 'marked as text' : trimmed !== text || /^\+|^-?0\d/.test(bare) ? 'padded' : 'plain',
      bare.replace('+', ''),
    );
  }
  if (GROUPED.test(bare)) return shape('grouped', bare.replace(/[^\d-]/g, ''));
  if (/^-?\d{1,40}[.,]0+$/.test(bare)) return shape('fraction of zeros', bare.replace(/[.,]0+$/, ''));
  const scientific = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?[eE]\+?(\d{1,2})$/.exec(bare);
  if (scientific) {
    const [, sign, whole, fraction = '', power] = scientific;
    const zeros = Number(power) - fraction.length;
    if (zeros >= 0) return shape('exponent', `${sign}${whole}${fraction}${'0'.repeat(zeros)}`);
  }
  return { value: undefined, shape: 'none' };
}

function small(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether a cell has an integer, or nothing. */
export const isCount = (row: Row, at: number): boolean =>
  integerAt(row, at) !== undefined || isNothing(field(row, at));
