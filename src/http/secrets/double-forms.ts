import { base32Parts, base58, base85Parts } from './other-bases.ts';

/** A rarer way of writing bytes down, and so many of its characters in a row that twelve of the secret are in them. */
interface Doubled {
  text: string;
  least: number;
}

/** Base64 and hexadecimal of a secret, as they are written down once more. */
const inner = (bytes: Buffer): [text: string, least: number][] => {
  const hex = bytes.toString('hex');
  const url = bytes.toString('base64url');
  const usual = bytes.toString('base64');
  return [
    [usual, 16],
    ...(url === usual ? [] : [[url, 16] as [string, number]]),
    [hex, 24],
    [hex.toUpperCase(), 24],
  ];
};

/**
 * Base64 and hexadecimal of a whole secret in Base32, Base58 or Base85. The layers that are taken off are of Base64 and
 * hexadecimal alone, so what lies under a rarer one has to be known beforehand.
 */
export function doubledForms(bytes: Buffer): Record<'base32' | 'base58' | 'base85', Doubled[]> {
  const each = (write: (text: Buffer) => string[], perByte: number) =>
    inner(bytes).flatMap(([text, least]) =>
      write(Buffer.from(text)).map((made) => ({ text: made, least: Math.ceil(least * perByte) })),
    );
  return {
    base32: each((text) => base32Parts(text, 2), 8 / 5),
    base58: each((text) => [base58(text)], Number.POSITIVE_INFINITY),
    base85: each((text) => base85Parts(text, 2), 5 / 4),
  };
}

/** Each character by itself in UTF-7: `+AHM-` for an `s`. */
export function lettersInUtf7(bytes: Buffer): string {
  const letters = Array.from(bytes, (byte) => Buffer.from([0, byte]).toString('base64').slice(0, 3));
  return letters.map((letter) => `+${letter}-`).join('');
}
