import { brotliDecompressSync, unzipSync, zstdDecompressSync } from 'node:zlib';

/*
 * Decodes a text to a fixed point and looks for a secret in every layer: written apart from the redactor, plainly and
 * without any thought of speed, since it is what examines it. Texts are of Latin-1, a character a byte.
 */

const LAYERS = 6;
const MOST_TEXTS = 3_000;

/** The longest stretch of the secret, in characters, in a text or in anything that can be decoded from it. */
export function longestTrace(text: string, secret: string): string {
  const seen = new Set<string>();
  let texts = [text];
  let longest = '';
  for (let layer = 0; layer <= LAYERS && texts.length > 0; layer++) {
    const next: string[] = [];
    for (const one of texts) {
      if (seen.has(one) || seen.size > MOST_TEXTS) continue;
      seen.add(one);
      const bare = [bareOf(one), bareOf(secret)] as const;
      for (const [told, sought] of [[one, secret], [one.replace(SEPARATORS, ''), secret], bare] as const) {
        const found = stretch(told.toLowerCase(), sought.toLowerCase());
        if (found.length > longest.length) longest = found;
      }
      next.push(...decoded(one));
    }
    texts = next;
  }
  return longest;
}

/** Characters in a row of which a part of a secret is looked for first. */
const ANCHOR = 6;

/**
 * Whether so many characters in a row of one of the secrets, forwards or backwards, are in a text or in anything that can be
 * decoded from it. Quicker than `longestTrace`, for whole files.
 */
export function holdsTrace(text: string, secrets: readonly string[], least: number): boolean {
  const both = secrets.flatMap((secret) => [secret, [...secret].reverse().join('')]);
  const wanted = both.map((secret) => secret.toLowerCase());
  // So many characters in a row hold one of these parts as a whole.
  const anchors = wanted.flatMap((one) => one.match(new RegExp(`.{${ANCHOR}}`, 'gs')) ?? []);
  const seen = new Set<string>();
  let texts = [text];
  for (let layer = 0; layer <= LAYERS && texts.length > 0; layer++) {
    const next: string[] = [];
    for (const one of texts) {
      if (seen.has(one) || seen.size > MOST_OF_FILE) continue;
      seen.add(one);
      for (const told of [one, one.replace(SEPARATORS, '')].map((each) => each.toLowerCase())) {
        if (!anchors.some((anchor) => told.includes(anchor))) continue;
        if (wanted.some((secret) => stretch(told, secret).length >= least)) return true;
      }
      next.push(...decoded(one, false));
    }
    texts = next;
  }
  return false;
}

const MOST_OF_FILE = 400;
const SEPARATORS = /[\s\0"',:;[\]{}()|<>\\]/g;

/** Letters and digits alone, without the markup between them. */
const bareOf = (text: string) => text.replace(/<[^<>]*>|\p{Cc}\[[\d;]*m/gu, '').replace(/[^A-Za-z0-9]/g, '');

function stretch(text: string, secret: string): string {
  let longest = '';
  for (let start = 0; start < secret.length; start++) {
    let end = start + longest.length + 1;
    while (end <= secret.length && text.includes(secret.slice(start, end))) {
      longest = secret.slice(start, end);
      end++;
    }
  }
  return longest;
}

function decoded(text: string, thorough = true): string[] {
  const plain = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => latin1(hex))
    .replace(/\\+x([0-9a-f]{2})/gi, (_, hex: string) => latin1(hex))
    .replace(/\\+(?:U0{6}|x\{|0{4}|)([2-7][0-9a-f])\}?/g, (_, hex: string) => latin1(hex))
    .replace(/%u00([0-9a-f]{2})/gi, (_, hex: string) => latin1(hex))
    .replace(/&(?:amp)?#(\d{2,3});?/g, (_, number: string) => latin1(Number(number).toString(16)))
    .replace(/\\+([nrt])/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter]!)
    .replace(/\\+(["/'])/g, '$1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => latin1(hex))
    .replace(/&#x0*([0-9a-f]{1,4});/gi, (_, hex: string) => latin1(hex))
    .replace(/&#0*(\d{1,5});/g, (_, number: string) => latin1(Number(number).toString(16)))
    .replace(/&(amp|plus|sol|equals|lowbar|hyphen|period|quot);/g, (_, name: string) => ENTITY[name]!);
  const texts = [plain, plain.replace(/=([0-9A-F]{2})/g, (_, hex: string) => latin1(hex))];
  texts.push(text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => latin1(hex)));
  if (thorough) texts.push(...otherBasesOf(text));
  if (text.includes('\0')) texts.push(text.replaceAll('\0', ''));
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-](?:[\r\n]*[A-Za-z0-9+/_-]){15,}={0,2}/g))
    texts.push(...base64Of(run));
  for (const [run] of text.matchAll(/(?:(?:0x)?[0-9a-f]{2}[:, -]{0,2}){12,}/gi)) texts.push(...hexOf(run));
  for (const [run] of text.matchAll(/(?:\d{2,3}, ?){11,}\d{2,3}/g)) {
    texts.push(Buffer.from(run.split(/, ?/).map(Number)).toString('latin1'));
  }
  const numbered = [...text.matchAll(/"\d+":(\d{2,3})(?=[,}])/g)].map(([, number]) => Number(number));
  if (numbered.length > 11) texts.push(Buffer.from(numbered).toString('latin1'));
  if (thorough) texts.push([...text].reverse().join(''));
  texts.push(...unpackedOf(text), ...joinedOf(text));
  return texts.filter((one) => one !== text && one.length >= 12);
}

const ENTITY: Record<string, string> = {
  amp: '&',
  plus: '+',
  sol: '/',
  equals: '=',
  lowbar: '_',
  hyphen: '-',
  period: '.',
  quot: '"',
};

const latin1 = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16) & 0xff);

function base64Of(run: string): string[] {
  const clean = run.replace(/[\r\n]/g, '');
  return [0, 1, 2, 3]
    .map((shift) => Buffer.from(clean.slice(shift), 'base64').toString('latin1'))
    .filter(reads);
}

function hexOf(run: string): string[] {
  const clean = run.replace(/0x|[:, -]/gi, '');
  return [0, 1].map((shift) => Buffer.from(clean.slice(shift), 'hex').toString('latin1')).filter(reads);
}

const PACKED = ['1f8b', '7801', '789c', '78da', '28b52f'].map((hex) =>
  Buffer.from(hex, 'hex').toString('latin1'),
);

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

function otherBasesOf(text: string): string[] {
  const texts: string[] = [];
  for (const [run] of text.matchAll(/[A-Z2-7]{20,}/g)) {
    const bits = [...run].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('');
    for (let from = 0; from < 8; from++) texts.push(ofBits(bits.slice(from)));
  }
  for (const [run] of text.matchAll(/[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{20,400}/g)) {
    for (let from = 0; from < 5; from++) texts.push(ofBase85(run.slice(from)));
  }
  return texts.filter(reads);
}

const ofBits = (bits: string) =>
  (bits.match(/.{8}/g) ?? []).map((byte) => latin1(Number.parseInt(byte, 2).toString(16))).join('');

function ofBase85(run: string): string {
  const groups = run.match(/.{5}/g) ?? [];
  return groups
    .map((group) => [...group].reduce((sum, digit) => sum * 85 + BASE85.indexOf(digit), 0))
    .map((number) => Buffer.from((number >>> 0).toString(16).padStart(8, '0'), 'hex').toString('latin1'))
    .join('');
}

/** Something that a person could read, or something packed. */
const reads = (text: string) => /(?:[ -~]\0?){8}/.test(text) || PACKED.some((mark) => text.startsWith(mark));

function unpackedOf(text: string): string[] {
  if (/^[ -~\s]/.test(text) && !/^[x(]/.test(text)) return [];
  const bytes = Buffer.from(text, 'latin1');
  const texts: string[] = [];
  for (const unpack of [unzipSync, zstdDecompressSync, brotliDecompressSync]) {
    try {
      texts.push(unpack(bytes).toString('latin1'));
    } catch {
      // It is not packed in this way.
    }
  }
  return texts;
}

/** What members, comments and columns say in a row. */
function joinedOf(text: string): string[] {
  const groups = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  };
  for (const line of text.split('\n')) {
    const index = /"index":\s*(\d+)/.exec(line)?.[1] ?? '';
    for (const [, name, value] of line.matchAll(
      /"((?:[^"\\]|\\.){1,60})"\s*:\s*"((?:[^"\\]|\\.){0,500})"/g,
    )) {
      add(`${index} ${name}`, value!);
      add('all', value!);
    }
    const field = /^(\w*): ?([^{].*)$/.exec(line);
    if (field) add(`field ${field[1]}`, field[2]!);
    for (const [i, cell] of line.split(/[,;]/).entries()) if (cell.length < 30) add(`column ${i}`, cell);
  }
  return [...groups.values()].filter((g) => g.length > 2 && g.length < 5_000).map((g) => g.join(''));
}
