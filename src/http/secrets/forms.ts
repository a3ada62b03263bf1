import { BARE, foldText } from './fold.ts';
import { ASCII85, BASE85, base32Parts, base58, base85Parts } from './other-bases.ts';
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
/** So many characters of a secret in a row are not left anywhere. */
const LONGEST_LEFT = 12;

/** The forms of a secret that are looked for in every layer of a text; none for one that is a common word. */
export function formsOf(secret: string): Form[] {
  if (secret.length < SHORTEST_SECRET || isCommon(secret)) return [];
  const bytes = Buffer.from(secret);
  const folded = foldText(secret);
  if (folded.length < SHORTEST_SECRET) return [];
  const least = Math.min(LONGEST_LEFT, folded.length);
  const short = secret.length < LONGEST_LEFT;
  const hex = bytes.toString('hex');
  const spelt = (between: string) => foldText(hex.replace(/../g, `${between}$&`));
  const form = (name: string, text: Uint8Array, enough: number, more: Partial<Form> = {}): Form => ({
    name,
    folded: text,
    least: Math.min(enough, text.length),
    open: 0,
    alone: false,
    secret,
    ...more,
  });
  const plain = form('plain', folded, least, { open: schemeLength(secret), alone: short });
  if (short) return [plain, ...base64Forms(bytes).map((text) => form('base64', text, text.length))];
  return [
    plain,
    form('reversed', folded.toReversed(), least),
    form('hex', foldText(hex), 24),
    form('hex', spelt('-').subarray(1), 35),
    form('hex', spelt('0x'), 48),
    form('hex', spelt('x'), 36),
    form('decimal', foldText([...bytes].join(' ')), 28),
    form('hex', foldText(wide(bytes).toString('hex').slice(0, -2)), 46),
    ...base64Forms(bytes).map((text) => form('base64', text, 15)),
    ...base64Forms(wide(bytes).subarray(0, -1)).map((text) => form('base64 of utf-16', text, 30)),
    ...base32Parts(bytes).map((text) => form('base32', foldText(text), 18)),
    ...[ASCII85, BASE85].flatMap((digits) =>
      base85Parts(bytes, digits).map((text) => form('base85', foldText(text), 12)),
    ),
    form('base58', foldText(base58(bytes)), bytes.length),
  ];
}

/**
 * The forms of a secret in which its letters and digits alone are compared, whatever stands between them: it is grouped,
 * wrapped, made a file name, or put together of pieces of a program. Only of one that no words are made of: those
 * stand in ordinary text with other signs between them.
 */
export function bareFormsOf(secret: string): Form[] {
  if (!isMade(secret)) return [];
  const scheme = foldText(secret.slice(0, schemeLength(secret)), BARE).length;
  return formsOf(secret)
    .filter(({ name }) => /^(?:plain|reversed|hex|base64)$/.test(name))
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
function base64Forms(bytes: Buffer): Uint8Array[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return foldText(encoded.slice(first, last));
  });
}
