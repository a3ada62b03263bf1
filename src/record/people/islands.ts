import { isUtf8 } from 'node:buffer';
import { isPackedCode } from '../../http/secrets/compressed.ts';
import { hasRun } from './runs.ts';
import { unpackedText } from './text-coding.ts';

/** Replaces characters one by one by others that are as long. */
type Inner = (meant: string) => string;

/** An encoded word of a mail header (RFC 2047). */
const WORD = /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([BbQq])\?([^?\s]{1,2000})\?=/g;
/** Twelve bytes and more in Base64, of either alphabet, wrapped or not; those of encoded words are looked at with them. */
const RUN = /(?<![A-Za-z0-9+/_-]|\?[BbQq]\?)[A-Za-z0-9+/_-](?:[\r\n]*[A-Za-z0-9+/_-]){15,}={0,2}/g;
/** A word with escapes of quoted-printable in it: whoever stands beside it was looked for as he is. */
const SOFT = /[^\s"<>,;:()=]*(?:=[0-9A-Fa-f]{2}[^\s"<>,;:()=]*)+/g;
/** What a text is made of, and bytes that are Base64 by chance are not. */
const CONTROLS = /[^\P{Cc}\t\r\n]/u;

/**
 * Goes into what is encoded as a whole within a text, and is text when it is decoded: words of mail headers, hexadecimal,
 * Base64 in cursors and tokens, quoted-printable. What is made of it takes the room of what stood there.
 */
export function inIslands(text: string, inner: Inner): string {
  return softly(inBase64(inHex(inWords(text, inner), inner), inner), inner);
}

function inWords(text: string, inner: Inner): string {
  if (!text.includes('=?')) return text;
  return text.replace(WORD, (whole, charset: string, kind: string, content: string) => {
    const coding = /^utf-?8$/i.test(charset) ? 'utf8' : 'latin1';
    const made =
      kind.toUpperCase() === 'B'
        ? throughBase64(content, inner, coding)
        : softly(content.replaceAll('_', '=20'), inner).replaceAll('=20', '_');
    return whole.replace(
      `?${content}?`,
      () => `?${made.length === content.length ? made : '*'.repeat(content.length)}?`,
    );
  });
}

/** In hexadecimal: an at sign, the word for it, and the quotes of JSON. */
const MAY_TELL = /40|6174|4154|22/;
/** Hexadecimal in which somebody may be, with what says so before it. */
const HEX_RUN = /(email(?:-protection#|="))?(?<![0-9A-Fa-f])((?:[0-9A-Fa-f]{2}){6,})(?![0-9A-Fa-f])/g;

function inHex(text: string, inner: Inner): string {
  if (!hasRun(text, 12)) return text;
  return text.replace(HEX_RUN, (whole, shielded: string | undefined, run: string) => {
    // Pages behind Cloudflare hold addresses with each byte changed by the first one.
    if (shielded !== undefined) return shielded + throughShield(run, inner);
    return MAY_TELL.test(run) ? throughHex(run, inner) : whole;
  });
}

function throughHex(run: string, inner: Inner): string {
  const bytes = Buffer.from(run, 'hex');
  if (!isUtf8(bytes)) return run;
  const meant = bytes.toString();
  if (CONTROLS.test(meant)) return run;
  const now = inner(meant);
  if (now === meant) return run;
  const told = Buffer.from(now).toString('hex');
  if (told.length !== run.length) return '0'.repeat(run.length);
  return /[A-F]/.test(run) ? told.toUpperCase() : told;
}

function throughShield(run: string, inner: Inner): string {
  const [first = 0, ...rest] = Buffer.from(run, 'hex');
  const shield = (bytes: Iterable<number>) => Buffer.from(Array.from(bytes, (byte) => byte ^ first));
  const made = throughHex(shield(rest).toString('hex'), inner);
  return run.slice(0, 2) + shield(Buffer.from(made, 'hex')).toString('hex');
}

function inBase64(text: string, inner: Inner): string {
  if (!hasRun(text, 16)) return text;
  return text.replace(RUN, (run, at: number) =>
    text[at - 1] === '*' || text[at + run.length] === '*'
      ? besideMark(run, inner)
      : throughBase64(run, inner, 'utf8'),
  );
}

/** A run of which a part was hidden: its groups of four may begin at any place, and the last one is not whole. */
function besideMark(run: string, inner: Inner): string {
  for (let from = 0; from < 4; from++) {
    const to = run.length - ((run.length - from) % 4);
    const groups = run.slice(from, to);
    const made = throughBase64(groups, inner, 'utf8');
    if (made !== groups) return run.slice(0, from) + made + run.slice(to);
  }
  return run;
}

function throughBase64(run: string, inner: Inner, coding: 'utf8' | 'latin1'): string {
  const digits = run.replace(/[\r\n=]/g, '');
  const bytes = Buffer.from(digits, 'base64');
  const now = throughPlain(bytes, inner, coding) ?? throughWide(bytes, inner) ?? throughPacked(bytes, inner);
  if (now === undefined || now.equals(bytes)) return run;
  const told = now.toString(/[-_]/.test(digits) ? 'base64url' : 'base64').replace(/=+$/, '');
  let at = 0;
  return run.replace(/[^\r\n=]/g, () => (told.length === digits.length ? told[at++]! : 'A'));
}

/** Bytes of a text with people replaced; undefined where they are none. */
function throughPlain(bytes: Buffer, inner: Inner, coding: 'utf8' | 'latin1'): Buffer | undefined {
  if (coding === 'utf8' && !isUtf8(bytes)) return undefined;
  const meant = bytes.toString(coding);
  return CONTROLS.test(meant) ? undefined : Buffer.from(inner(meant), coding);
}

/** The same of UTF-16 of either order. */
function throughWide(bytes: Buffer, inner: Inner): Buffer | undefined {
  const nul = bytes.indexOf(0);
  if (nul < 0 || bytes.length < 12 || bytes.length % 2 === 1) return undefined;
  const ordered = (text: Buffer) => (nul % 2 === 1 ? text : Buffer.from(text).swap16());
  const meant = ordered(bytes).toString('utf16le');
  if (!meant.isWellFormed() || CONTROLS.test(meant)) return undefined;
  return ordered(Buffer.from(inner(meant), 'utf16le'));
}

/** What is packed can't be packed again to the same length: of one that names somebody only the first bytes stay. */
function throughPacked(bytes: Buffer, inner: Inner): Buffer | undefined {
  const meant = isPackedCode(bytes) ? unpackedText(bytes) : undefined;
  if (meant === undefined || inner(meant) === meant) return undefined;
  return Buffer.concat([bytes.subarray(0, PACKED_HEAD), Buffer.alloc(bytes.length - PACKED_HEAD)]);
}
/** Of something packed its beginning stays, which says what it is. */
const PACKED_HEAD = 10;

function softly(text: string, inner: Inner): string {
  return text.includes('=') ? text.replace(SOFT, (word) => throughSoft(word, inner)) : text;
}

function throughSoft(word: string, inner: Inner): string {
  const units = word.match(/(?:=[0-9A-Fa-f]{2})+|[^=]+/g) ?? [];
  const meant = units.map((unit) => (unit[0] === '=' ? bytesOf(unit) : Buffer.from(unit)));
  const whole = Buffer.concat(meant);
  if (!isUtf8(whole) || CONTROLS.test(whole.toString())) return word;
  const now = Buffer.from(inner(whole.toString()));
  if (now.equals(whole)) return word;
  if (now.length !== whole.length) return '*'.repeat(word.length);
  let at = 0;
  const told = units.map((unit, i) => {
    const piece = now.subarray(at, at + meant[i]!.length);
    at += piece.length;
    if (unit[0] !== '=') return piece.toString();
    const hex = piece.toString('hex').replace(/../g, '=$&');
    return /[a-f]/.test(unit) ? hex : hex.toUpperCase();
  });
  return told.join('');
}

const bytesOf = (unit: string) => Buffer.from(unit.replaceAll('=', ''), 'hex');
