/*
 * Ways of writing bytes as text that are rarer than Base64. Of each the part that the bytes alone decide, at each of the
 * places where they may begin within a longer text.
 */

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** The digits of Ascii85, which are a row of ASCII. */
export const ASCII85 = String.fromCharCode(...Array.from({ length: 85 }, (_, i) => 33 + i));
/** The digits that Git and Python know as Base85. */
export const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Base32 of RFC 4648, begun at each of the five places within a group. */
export function base32Parts(bytes: Uint8Array): string[] {
  return [0, 1, 2, 3, 4].map((before) => {
    const bits = '0'.repeat(before * 8) + binary(bytes);
    const first = Math.ceil((before * 8) / 5);
    const whole = bits.slice(first * 5, Math.floor(bits.length / 5) * 5);
    return (whole.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]!).join('');
  });
}

/** Five digits for each four bytes, begun at each of the four places within a group; only whole groups. */
export function base85Parts(bytes: Uint8Array, digits: string): string[] {
  return [0, 1, 2, 3].map((from) => {
    let text = '';
    for (let at = from; at + 4 <= bytes.length; at += 4) {
      let number = bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
      let group = '';
      for (let i = 0; i < 5; i++, number = Math.floor(number / 85)) group = digits[number % 85]! + group;
      text += group;
    }
    return text;
  });
}

/** Base58 as Bitcoin has it: one large number, so that only the whole text can be known by it. */
export function base58(bytes: Uint8Array): string {
  let text = '';
  for (let number = BigInt(`0b0${binary(bytes)}`); number > 0n; number /= 58n)
    text = BASE58[Number(number % 58n)]! + text;
  return text;
}

function binary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
}
