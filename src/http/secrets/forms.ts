import { BARE, DIGITS, foldText } from './fold.ts';
import {
  base16Parts,
  base32Parts,
  base45Parts,
  base64Parts,
  base85Parts,
  encodedNumbers,
  largeNumbers,
} from './other-bases.ts';
import {
  lettersInUtf7,
  numbersOf,
  numbersOfWords,
  rotated,
  rotations,
  swappedWords,
  takenForUtf16,
  turns,
} from './substitutes.ts';
import { isCommon, isMade, schemeLength } from './weak.ts';

/** One way of writing a secret down, as it is compared. */
export interface Form {
  /** What a report calls it: `plain`, `base64`, `reversed` … */
  name: string;
  folded: Uint8Array;
  /** So many of its bytes in a row give it away. */
  least: number;
  /** Its first bytes that everybody knows (`sk-live-`): they alone give nothing away. */
  open: number;
  /** Only where it stands alone, between characters that no word is made of. */
  alone: boolean;
  /** The secret as it was given. */
  secret: string;
}

/** Shorter secrets are words of ordinary text: looking for them in answers would shred the evidence. */
export const SHORTEST_SECRET = 6;
/** The name of forms in which letters are turned by half an alphabet. */
export const ROTATED = 'rotated';
/** So many characters of a secret in a row are not left anywhere. */
const LONGEST_LEFT = 12;

/** The forms of a secret that are looked for in every layer of a text; none for one that is a common word. */
export function formsOf(secret: string): Form[] {
  if (!isLookedFor(secret)) return [];
  const bytes = Buffer.from(secret);
  const folded = foldText(secret);
  const short = secret.length < LONGEST_LEFT;
  const open = schemeLength(secret);
  const form = formOf.bind(undefined, secret);
  const plain = form('plain', folded, LONGEST_LEFT, { open, alone: short });
  if (short) return [plain, ...base64Forms(bytes).map((text) => form('base64', foldText(text), text.length))];
  return [
    plain,
    form('reversed', folded.toReversed(), LONGEST_LEFT),
    ...hexForms(secret, bytes),
    ...base64Forms(bytes).flatMap((text) => [
      form('base64', foldText(text), 15),
      form('reversed base64', foldText(text).toReversed(), 15),
      form('rotated base64', foldText(rotated(text)), 15),
    ]),
    ...base64Forms(wide(bytes).subarray(0, -1)).map((text) => form('base64 of utf-16', foldText(text), 30)),
    ...rotations(secret).flatMap((text) => [
      form(ROTATED, foldText(text), LONGEST_LEFT, { open }),
      form('reversed', foldText(text).toReversed(), LONGEST_LEFT),
    ]),
    ...turns(secret).map((text) => form(ROTATED, foldText(text), LONGEST_LEFT, { open })),
    ...rarerForms(secret, bytes),
  ];
}

function formOf(
  secret: string,
  name: string,
  folded: Uint8Array,
  enough: number,
  more: Partial<Form> = {},
): Form {
  return { name, folded, least: Math.min(enough, folded.length), open: 0, alone: false, secret, ...more };
}

function isLookedFor(secret: string): boolean {
  if (secret.length < SHORTEST_SECRET || isCommon(secret)) return false;
  return foldText(secret).length >= SHORTEST_SECRET;
}

function hexForms(secret: string, bytes: Buffer): Form[] {
  const hex = bytes.toString('hex');
  const spelt = (between: string) => foldText(hex.replace(/../g, `${between}$&`));
  const form = formOf.bind(undefined, secret, 'hex');
  return [
    form(foldText(hex), 24),
    form(foldText(hex).toReversed(), 24),
    form(foldText(hex.replace(/(.)(.)/g, '$2$1')), 24),
    form(spelt('-').subarray(1), 35),
    form(spelt('0x'), 48),
    form(spelt('x'), 36),
    form(foldText(wide(bytes).toString('hex').slice(0, -2)), 46),
    ...base16Parts(bytes).map((text) => form(foldText(text), 24)),
  ];
}

function rarerForms(secret: string, bytes: Buffer): Form[] {
  const forms = (name: string, texts: readonly string[], enough: number) =>
    texts.map((text) => formOf(secret, name, foldText(text), enough));
  return [
    ...forms('base64', base64Parts(bytes), 15),
    ...forms('base32', base32Parts(bytes), 18),
    ...forms('base85', base85Parts(bytes), 12),
    ...forms('base45', base45Parts(bytes), 16),
    ...forms('utf-7', [lettersInUtf7(bytes, '+'), lettersInUtf7(bytes, '&')], 5 * LONGEST_LEFT),
    ...forms('one number', largeNumbers(bytes), bytes.length),
    ...encodedNumbers(bytes).map((text) => formOf(secret, 'base58', foldText(text), text.length)),
    ...forms('taken for utf-16', takenForUtf16(bytes), 15),
    ...swappedWords(bytes).flatMap((words) => [
      ...forms('swapped', [words.toString('latin1')], LONGEST_LEFT),
      ...forms('hex', [words.toString('hex')], 2 * LONGEST_LEFT),
    ]),
  ];
}

/** The numbers of a secret's characters, of which the digits alone are compared, whatever stands between them. */
export function numberFormsOf(secret: string): Form[] {
  if (!isLookedFor(secret) || secret.length < LONGEST_LEFT) return [];
  const bytes = Buffer.from(secret);
  const texts = [secret, ...base64Forms(bytes), bytes.toString('hex')];
  return [
    ...texts.flatMap((text, i) =>
      // Of what is encoded already a program makes decimal numbers.
      numbersOf(Buffer.from(text)).flatMap(([name, numbers]) =>
        i > 0 && name !== 'decimal' ? [] : [numberForm(secret, name, numbers, i > 0 ? 16 : LONGEST_LEFT)],
      ),
    ),
    ...[2, 4, 8].flatMap((size) =>
      numbersOfWords(bytes, size).map((numbers) =>
        numberForm(secret, 'decimal', numbers, Math.ceil(LONGEST_LEFT / size)),
      ),
    ),
  ];
}

/** Some characters have longer numbers than others: so many digits are those of so many of them, or of more. */
function numberForm(secret: string, name: string, numbers: readonly string[], least: number): Form {
  const sizes = numbers.map((_, i) => numbers.slice(i, i + least).join('').length);
  const enough = Math.min(...sizes.slice(0, Math.max(1, numbers.length - least + 1)));
  return formOf(secret, name, foldText(numbers.join(''), DIGITS), enough);
}

/**
 * The forms of a secret in which its letters and digits alone are compared, whatever stands between them: it is grouped,
 * wrapped, made a file name, or put together of pieces of a program. As it is only of one that no words are made of:
 * those stand in ordinary text with other signs between them.
 */
export function bareFormsOf(secret: string): Form[] {
  return [...namedHexForms(secret), ...apartForms(secret)];
}

/** Hexadecimal with a sign before or after each byte: `U+0073`, `_x0073_`, `73h`. */
function namedHexForms(secret: string): Form[] {
  if (!isLookedFor(secret) || secret.length < LONGEST_LEFT) return [];
  const hex = Buffer.from(secret).toString('hex');
  return ['u00', 'x00', 'h'].map((between) => {
    const text = hex.replace(/../g, `${between}$&`);
    return formOf(secret, 'hex', foldText(text, BARE), (between.length + 2) * LONGEST_LEFT);
  });
}

function apartForms(secret: string): Form[] {
  // What is encoded is no ordinary text, whatever the secret is.
  const names = isMade(secret) ? /^(?:plain|reversed|rotated)$|base64$|^hex$/ : /base64$|^hex$/;
  const scheme = foldText(secret.slice(0, schemeLength(secret)), BARE).length;
  return formsOf(secret)
    .filter(({ name }) => names.test(name))
    .map((form) => {
      const folded = form.folded.filter((byte) => BARE[byte] !== 0);
      return form.name === 'plain'
        ? { ...form, name: 'separated', folded, open: scheme }
        : { ...form, folded, open: 0 };
    })
    .filter(({ folded, least }) => folded.length >= least);
}

/** The text in UTF-16, the low byte first. */
function wide(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1'), 'utf16le');
}

/**
 * The part of a Base64 text that the secret alone decides, at each of the three places where it may begin within a group
 * of three bytes. So it is found inside `user:secret` and inside any longer text.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(first, last);
  });
}
