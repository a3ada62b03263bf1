import { brotliDecompressSync, unzipSync, zstdDecompressSync } from 'node:zlib';

/*
 * Decodes a text to a fixed point and looks for a secret in every layer: written apart from the redactor, plainly and
 * without any thought of speed, since it is what examines it. Texts are of Latin-1, a character a byte.
 */

const LAYERS = 6;
/** So many characters of a secret in a row are left nowhere. */
const GIVES_AWAY = 12;
/** So many characters in a row are looked for first. */
const ANCHOR = GIVES_AWAY / 2;

/**
 * Whether a good part of one of the secrets, forwards or backwards, is in a text or in anything that can be decoded from it.
 * Thoroughly, each text is decoded backwards too, which takes too long for whole files.
 */
export function holdsTrace(text: string, secrets: readonly string[], thorough = false): boolean {
  const both = secrets.flatMap((secret) => [secret, [...secret].reverse().join('')]);
  const wanted = both.map((secret) => secret.toLowerCase());
  const anchors = wanted.flatMap((one) => one.match(new RegExp(`.{${ANCHOR}}`, 'gs')) ?? []);
  const parts = wanted.flatMap((one) =>
    Array.from({ length: one.length - GIVES_AWAY + 1 }, (_, at) => one.slice(at, at + GIVES_AWAY)),
  );
  const seen = new Set<string>();
  let texts = [text];
  for (let layer = 0; layer <= LAYERS && texts.length > 0; layer++) {
    const next: string[] = [];
    for (const one of texts) {
      if (seen.has(one) || seen.size > (thorough ? 3_000 : 400)) continue;
      seen.add(one);
      const told = one.toLowerCase();
      const holds = (part: string) => told.includes(part);
      if (anchors.some(holds) && parts.some(holds)) return true;
      next.push(...decoded(one, thorough));
    }
    texts = next;
  }
  return false;
}

function decoded(text: string, thorough: boolean): string[] {
  const plain = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => latin1(hex))
    .replace(/\\+([nrt])/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter]!)
    .replace(/\\+(["/'])/g, '$1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => latin1(hex))
    .replace(/&#x0*([0-9a-f]{1,4});?/gi, (_, hex: string) => latin1(hex))
    .replace(/&#0*(\d{1,5});?/g, (_, number: string) => latin1(Number(number).toString(16)))
    .replace(/&(amp|plus|sol|equals|lowbar|hyphen|period|quot);/g, (_, name: string) => ENTITY[name]!);
  const texts = [plain];
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)) texts.push(...base64Of(run));
  for (const [run] of text.matchAll(/(?:[0-9a-f]{2}){12,}/gi)) texts.push(...hexOf(run));
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
  return [0, 1, 2, 3]
    .map((shift) => Buffer.from(run.slice(shift), 'base64').toString('latin1'))
    .filter(reads);
}

function hexOf(run: string): string[] {
  return [0, 1].map((shift) => Buffer.from(run.slice(shift), 'hex').toString('latin1')).filter(reads);
}

const PACKED = ['1f8b', '7801', '789c', '78da', '28b52f'].map((hex) =>
  Buffer.from(hex, 'hex').toString('latin1'),
);

/** Something that a person could read, or something packed. */
const reads = (text: string) => /[ -~]{8}/.test(text) || PACKED.some((mark) => text.startsWith(mark));

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

/** What each member of a choice says in a row. */
function joinedOf(text: string): string[] {
  const groups = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const index = /"index":\s*(\d+)/.exec(line)?.[1] ?? '';
    for (const [, name, value] of line.matchAll(
      /"((?:[^"\\]|\\.){1,60})"\s*:\s*"((?:[^"\\]|\\.){0,500})"/g,
    )) {
      const group = `${index} ${name}`;
      groups.set(group, [...(groups.get(group) ?? []), value!]);
    }
  }
  return [...groups.values()].filter((g) => g.length > 2 && g.length < 5_000).map((g) => g.join(''));
}
