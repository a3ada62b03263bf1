import { foldText } from './fold.ts';
import { isCommon, schemeLength } from './weak.ts';

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
    ...base64Forms(bytes).map((text) => form('base64', text, 15)),
  ];
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
