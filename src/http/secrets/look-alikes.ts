import { isUtf8 } from 'node:buffer';
import { splicedAround } from './around.ts';
import { madeView, Splices, type View } from './view.ts';

/** The layer that is taken off where characters stand for others. */
export const LOOK_ALIKES = 'look-alikes';

/** So many near each other may be any part of a text; fewer are letters of a word. */
const FEWEST = 4;
/** Fewer than twelve bytes lie between two that hide a secret, and separators. */
const NEAR = 24;
/** So much of what stands around is looked at, and around those that are near each other. */
const AROUND = 64;
const AROUND_MANY = 256;

/** For each of these places whether it is one of so many near each other. */
function crowded(places: readonly number[], fewest: number): boolean[] {
  const among: boolean[] = [];
  let first = 0;
  for (const [i, at] of places.entries()) {
    if (i + 1 < places.length && places[i + 1]! - at <= NEAR) continue;
    const many = i + 1 - first >= fewest;
    for (; first <= i; first++) among.push(many);
  }
  return among;
}

/**
 * The text with ASCII in the place of what looks like it or carries it: full-width and mathematical letters, those in circles,
 * superscripts, the tags and variation selectors that nobody sees, and the signs that symbol fonts have; without what is not
 * seen between letters, or is drawn over them. Only what
 * stands around these; undefined when there is none.
 */
export function withoutLookAlikes(view: View): View | undefined {
  const { bytes } = view;
  const places: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0xc0) continue;
    const length = lengthOf(lead);
    if (asciiOf(pointAt(bytes, at, length)) !== 0) places.push(at);
    at += length - 1;
  }
  const many = crowded(places, FEWEST);
  const spliced = places.map((first, i) => {
    const length = lengthOf(bytes[first]!);
    const meant = asciiOf(pointAt(bytes, first, length));
    const last = Math.min(first + length, bytes.length) - 1;
    return { first, last, said: meant === NOTHING ? [] : [meant], around: many[i] ? AROUND_MANY : AROUND };
  });
  return splicedAround(view, spliced, LOOK_ALIKES);
}

/** Bytes of the character that begins with this one. */
const lengthOf = (lead: number) => (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/**
 * The text with the lower seven bits of each character that has more: so letters are found that were all moved by as much, into
 * another block or by the highest bit of a byte. Undefined when there is little of that.
 */
export function carried(view: View): View | undefined {
  const { bytes } = view;
  if (!isUtf8(bytes)) return carriedByBytes(view);
  const splices = new Splices(view);
  const places: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const length = lengthOf(lead);
    splices.replace(at, at + length - 1, [pointAt(bytes, at, length) & 0x7f]);
    places.push(at);
    at += length - 1;
  }
  return crowded(places, FEWEST_MOVED).includes(true) ? splices.done(LOOK_ALIKES) : undefined;
}

/** The same of what is no text: each byte is one of the view. */
function carriedByBytes(view: View): View | undefined {
  const { bytes } = view;
  const low = new Uint8Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    count += bytes[at]! >> 7;
    low[at] = bytes[at]! & 0x7f;
  }
  const same = (at: number) => at;
  return count < FEWEST_MOVED ? undefined : madeView(view, low, same, same, LOOK_ALIKES);
}
const FEWEST_MOVED = 12;

/** Two letters in a row that were bytes of UTF-8 and were taken for Latin-1, as headers are read. */
const TWICE = /[\xc2\xc3][\x80-\xbf][\xc2\xc3][\x80-\xbf]/;

/** The text with what is in UTF-8 twice in it once. Undefined where nothing is. */
export function onceEncoded(view: View): View | undefined {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  if (!TWICE.test(text)) return undefined;
  const splices = new Splices(view);
  for (const { 0: pair, index } of text.matchAll(/[\xc2\xc3][\x80-\xbf]/g)) {
    splices.replace(index, index + 1, [((pair.charCodeAt(0) & 3) << 6) | (pair.charCodeAt(1) & 0x3f)]);
  }
  return splices.done('utf-8');
}

/** The code point of so many bytes of UTF-8; of what is none it is some number. */
function pointAt(bytes: Uint8Array, at: number, length: number): number {
  let point = bytes[at]! & (0x7f >> length);
  for (let i = 1; i < length; i++) point = (point << 6) | ((bytes[at + i] ?? 0) & 0x3f);
  return point;
}

/** For a character that nobody sees, or that is drawn over the one before it. */
const NOTHING = -1;
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]$/u;

/** What was worked out before, by code point: 0 for what stands for itself. */
const KNOWN = new Map<number, number>();

function asciiOf(point: number): number {
  let known = KNOWN.get(point);
  if (known === undefined) {
    known = meantBy(point);
    KNOWN.set(point, known);
  }
  return known;
}

/** First code points of stretches that carry ASCII, and the character that the first stands for. */
const CARRIERS = [
  [0xe0020, 0x20],
  [0xe0110, 0x20],
  [0xf020, 0x20],
] as const;
const CARRIED = 0x5f;

/** First of 26 letters that look like those of the alphabet and that Unicode does not make the same. */
const ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170, 0x249c];
/** Letters of Cyrillic and Greek, and small capitals, each before the one that it looks like. */
const ALIKE = new Map(
  [
    ...'аaеeоoрpсcхxуyіiјjѕsһhԁdԛqԝwѵvАAВBЕEКKМMНHОOРPСCТTХXІIЈJЅSΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvιiρpαa'.matchAll(
      /(.)([A-Za-z])/g,
    ),
    ...'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrᴛtᴜuᴠvᴡwᴢz'.matchAll(/(.)([A-Za-z])/g),
  ].map(([, other, letter]) => [other!, letter!.charCodeAt(0)]),
);

function meantBy(point: number): number {
  // More bytes of UTF-8 than it takes.
  if (point < 0x80) return point > 0x20 && point < 0x7f ? point : 0;
  for (const [first, stands] of CARRIERS)
    if (point >= first && point < first + CARRIED) return stands + point - first;
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return 0;
  const character = String.fromCodePoint(point);
  if (UNSEEN.test(character)) return NOTHING;
  const alike = ALIKE.get(character);
  if (alike !== undefined) return alike;
  const letters = ALPHABETS.find((first) => point >= first && point < first + 26);
  if (letters !== undefined) return 0x61 + point - letters;
  const plain = character.normalize('NFKD').replace(/\p{M}+/gu, '');
  const code = plain.charCodeAt(0);
  return plain.length === 1 && code > 0x20 && code < 0x7f ? code : 0;
}
