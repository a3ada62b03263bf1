import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { filesIn } from './files-in.ts';

/** Files under a folder that name a person, as `file: who`; compressed files are decompressed. */
export async function peopleTraces(folder: string, people: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  if (people.length === 0) return found;
  for await (const [name, content] of filesIn(folder))
    found.push(...peopleIn(content, people).map((who) => `${name}: ${who}`));
  return found;
}

const SYNC = { finishFlush: constants.Z_SYNC_FLUSH };

/** Who of these people is named in bytes, however it is written; letter case and hyphens of ids aside. */
export function peopleIn(bytes: Buffer, people: readonly string[]): string[] {
  if (people.length === 0) return [];
  const texts = [...readings(bytes)].map((text) => normal(text));
  return people.filter((who) => texts.some((text) => text.includes(normal(who))));
}

const normal = (text: string) => text.toLowerCase().replaceAll('-', '');

/**
 * All texts that the bytes may be read as, decoded until nothing new comes of it. Written apart from what hides people,
 * which is what it examines: it decodes whole texts and knows no places.
 */
function readings(bytes: Buffer): Set<string> {
  const texts = new Set<string>();
  const waiting: string[] = [];
  const add = (text: string) => {
    if (texts.has(text) || texts.size > 2000) return;
    texts.add(text);
    waiting.push(text);
  };
  for (const unpacked of [bytes, ...unpackings(bytes)]) {
    add(unpacked.toString('utf8'));
    add(unpacked.toString('latin1'));
    for (const from of [0, 1]) add(wide(unpacked.subarray(from)));
  }
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const decode of DECODERS) add(decode(text));
    for (const [, packed] of text.matchAll(/"base64":"([A-Za-z0-9+/=]{8,})"/g)) {
      for (const other of readings(Buffer.from(packed!, 'base64'))) add(other);
    }
    for (const inside of [...inBase64(text), ...inHex(text)]) add(inside);
    const joined = deltas(text);
    if (joined !== '') add(joined);
  }
  return texts;
}

function inBase64(text: string): string[] {
  const runs = [...text.matchAll(/[A-Za-z0-9+/_-](?:[\r\n]*[A-Za-z0-9+/_-]){11,}={0,2}/g)];
  return runs
    .flatMap(([run]) => [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()))
    .filter((inside) => /^[ -~]{8}|[\p{L}@. ]{8}/u.test(inside));
}

/** Hexadecimal digits as they are, and masked with the first byte. */
function inHex(text: string): string[] {
  const runs = Array.from(text.matchAll(/(?:[0-9a-f]{2}){8,}/gi), ([run]) => Buffer.from(run, 'hex'));
  return runs
    .flatMap((bytes) =>
      [0, bytes[0]!].map((mask) => Buffer.from(bytes.map((byte) => byte ^ mask)).toString()),
    )
    .filter((inside) => /[\p{L}@. ]{8}/u.test(inside));
}

/** UTF-16, from a copy: where bytes do not lie at an even place Node.js may write beyond the text. */
const wide = (bytes: Buffer) =>
  Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).toString('utf16le');

function unpackings(bytes: Buffer): Buffer[] {
  const ways = [gunzipSync, inflateSync, inflateRawSync];
  const brotli = () => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH });
  const parts = ['PK\u0003\u0004', '\u001f\u008b\u0008'].map((mark) => bytes.indexOf(mark, 0, 'latin1'));
  // The head of a file without a name in an archive, and of gzip.
  const inside = [30, 10].map(
    (head, i) => () => inflateRawSync(bytes.subarray(parts[i]! < 0 ? bytes.length : parts[i]! + head)),
  );
  return [...ways.map((way) => () => way(bytes, SYNC)), brotli, ...inside].flatMap((unpack) => {
    try {
      return [unpack()];
    } catch {
      return [];
    }
  });
}

const NAMED: Record<string, string> = {
  commat: '@',
  period: '.',
  lowbar: '_',
  amp: '&',
  quot: '"',
  lt: '<',
  gt: '>',
};

const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text
      .replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/\\x([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\(["\\/])/g, '$1'),
  (text) => text.replaceAll('""', '"'),
  (text) => text.replace(/\\n/g, '\n'),
  (text) =>
    text.replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString()),
  (text) =>
    text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
  (text) =>
    text.replace(/&(#x?)?([0-9A-Za-z]{1,8});/gi, (whole, kind: string | undefined, body: string) => {
      if (kind === undefined) return NAMED[body] ?? whole;
      const code = kind.length === 2 ? Number.parseInt(body, 16) : Number.parseInt(body, 10);
      return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole;
    }),
];

/** What the contents of an event stream come to. */
function deltas(text: string): string {
  return [...text.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join('');
}
