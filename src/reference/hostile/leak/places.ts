import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** What of an answer holds the key; the rest of the answer is of no matter. */
export interface Answer {
  statusText?: string;
  headers?: [string, string][];
  body?: string | Uint8Array;
}

/** Puts a text, which may be encoded already, into an answer. */
export type Place = (text: string) => Answer;

const piecesOf = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
/** A JSON string that holds the text as it is where that can be, so that its escapes are undone by whoever reads it. */
const quoted = (text: string) => (/["\n\r]/.test(text) ? JSON.stringify(text) : `"${text}"`);
const list = (parts: readonly string[]) => `[${parts.join(', ')}]`;
const PAD = 'nothing to see here, and nothing there. '.repeat(20);

/** An event stream whose deltas have the text in one member, so many letters in each. */
function deltas(size: number, delta: (piece: string) => string): Place {
  const event = (piece: string, i: number) =>
    `data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":${delta(quoted(piece))}}]}\n\ndata: {"id":"chatcmpl-1","choices":[{"index":1,"delta":{"content":"other ${i}"}}]}\n\n`;
  return (text) => ({ body: `${piecesOf(text, size).map(event).join('')}data: [DONE]\n\n` });
}

const CALL = (members: string) => `{"tool_calls":[{"index":0,${members}}]}`;
const rows = (text: string) => `id,email,model\n${text}\n2,b@example.test,model-b\n`;
const FILLER = '1,2026-01-01,model-a,12,34\n'.repeat(50_000);

/** One file in a ZIP archive. */
function archive(name: string, content: string): Buffer {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.write('PK\u0003\u0004', 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}

/** Something in which a part is packed. */
const document = (begin: string, content: string) =>
  Buffer.concat([
    Buffer.from(`${begin}\u00e2\u00e3`, 'latin1'),
    deflateSync(PAD + content),
    Buffer.from('\nend'),
  ]);

/** What is told of each token of a text, with an alternative beside it, as log-probabilities have it. */
function told(text: string, member: (token: string) => string): string {
  const one = (token: string) => `{${member(token)}, "logprob": -0.1`;
  const all = piecesOf(text, 3).map((p) => `${one(p)}, "top_logprobs": [${one('zz')}}, ${one(p)}}]}`);
  return `{"choices":[{"logprobs":{"content":${list(all)}}}]}`;
}

/** Places for a text of any encoding. */
export const PLACES: Readonly<Record<string, Place>> = {
  'a member': (t) => ({ body: `{"total": ${quoted(t)}, "more": 1}` }),
  'a name': (t) => ({ body: `{"a": 1, ${quoted(t)}: 2}` }),
  'JSON within a string': (t) => ({ body: JSON.stringify({ arguments: `{"key":${quoted(t)}}` }) }),
  'a message': (t) => ({ body: `{"error":{"message":${quoted(`Incorrect key ${t} given.`)}}}` }),
  'a page': (t) => ({ body: `<!doctype html><p>${t}</p>` }),
  'a header': (t) => ({ headers: [['x-echo', t.replaceAll('\n', ' ')]] }),
  'a link': (t) => ({ headers: [['link', `<https://a.test/?k=${t.replaceAll('\n', '')}>; rel=next`]] }),
  'the reason of the status': (t) => ({ statusText: t.replaceAll('\n', ' ') }),
  'a delta': deltas(10_000, (p) => `{"content":${p}}`),
  'a comment': (t) => ({ body: `: ping ${t.replaceAll('\n', ' ')}\n\ndata: [DONE]\n\n` }),
  'a cell': (t) => ({ body: rows(`1,"${t.replaceAll('"', '""')}",model-a`) }),
  'a cell of a large table': (t) => ({ body: `${FILLER}${t}\n${FILLER}` }),
  gzip: (t) => ({ body: gzipSync(PAD + t + PAD) }),
  zlib: (t) => ({ body: deflateSync(PAD + t) }),
  Brotli: (t) => ({ body: brotliCompressSync(PAD + t) }),
  Zstandard: (t) => ({ body: zstdCompressSync(PAD + t) }),
  'a part of a form in gzip': (t) => ({
    body: Buffer.concat([Buffer.from('--b\r\n\r\n'), gzipSync(PAD + t), Buffer.from('\r\n--b--')]),
  }),
  'a spreadsheet': (t) => ({ body: archive('sheet1.xml', PAD + t) }),
  'a PDF': (t) => ({ body: document('%PDF-1.7\n4 0 obj <</Filter/FlateDecode>> stream\n', t) }),
  'a picture': (t) => ({ body: document('\u0089PNG\r\n\u001a\n\0\0\0\u0020zTXtkey\0\0', t) }),
  'UTF-16': (t) => ({ body: Buffer.from(rows(`1,${t}`), 'utf16le') }),
  'UTF-16 with the high byte first': (t) => ({ body: Buffer.from(rows(`1,${t}`), 'utf16le').swap16() }),
};

/** Ways of handing a text over in pieces. */
export const SPLITS: Readonly<Record<string, Place>> = {
  'letters of the content': deltas(1, (p) => `{"content":${p}}`),
  'pieces of the reasoning': deltas(5, (p) => `{"reasoning":${p}}`),
  'pieces of the arguments': deltas(3, (p) => CALL(`"function":{"arguments":${p}}`)),
  'pieces of the name': deltas(2, (p) => CALL(`"function":{"name":${p}}`)),
  'pieces of the ids': deltas(4, (p) => CALL(`"id":${p}`)),
  'members that take turns': deltas(
    6,
    (p) => `{"${p.charCodeAt(1) % 2 === 0 ? 'content' : 'reasoning'}":${p}}`,
  ),
  'pieces of a member of its own': deltas(6, (p) => `{"note":${p}}`),
  comments: (t) => ({
    body: `${piecesOf(t, 4)
      .map((p) => `: ${p}\n\ndata: {"choices":[]}\n\n`)
      .join('')}data: [DONE]\n\n`,
  }),
  'ids of events': (t) => ({
    body: piecesOf(t, 3)
      .map((p) => `id: ${p}\ndata: {"choices":[]}\n\n`)
      .join(''),
  }),
  'elements of an array': (t) => ({ body: `{"a": ${list(piecesOf(t, 3).map(quoted))}}` }),
  'letters of an array': (t) => ({ body: list([...t].map(quoted)) }),
  members: (t) => ({
    body: `{${piecesOf(t, 7)
      .map((p, i) => `"m${i}": ${quoted(p)}`)
      .join(', ')}}`,
  }),
  'members of records': (t) => ({
    body: list(
      piecesOf(t, 5).map((p, i) => `{"id": ${i}, "note": ${quoted(p)}, "model": "model-a", "n": 12}`),
    ),
  }),
  'members far apart': (t) => ({
    body: `{${piecesOf(t, 8)
      .map((p, i) => `"m${i}": ${quoted(p)}, "f${i}": "${PAD}"`)
      .join(', ')}}`,
  }),
  'cells of a row': (t) => ({ body: rows(piecesOf(t, 4).join(',')) }),
  'quoted cells of a row': (t) => ({
    body: rows(
      piecesOf(t, 4)
        .map((p) => `"${p}"`)
        .join(';'),
    ),
  }),
  'a column': (t) => ({
    body: `id,note,model\n${piecesOf(t, 4)
      .map((p, i) => `${i},${p},model-a\n`)
      .join('')}`,
  }),
  'a column of a large table': (t) => ({
    body: `${FILLER}${piecesOf(t, 4)
      .map((p, i) => `${i},${p},model-a,1,2\n`)
      .join('')}${FILLER}`,
  }),
  'tokens beside others': (t) => ({ body: told(t, (p) => `"token": ${quoted(p)}`) }),
  'bytes of tokens': (t) => ({ body: told(t, (p) => `"bytes": ${list([...Buffer.from(p)].map(String))}`) }),
  'bytes by their numbers': (t) => ({ body: JSON.stringify({ key: { ...Buffer.from(t) } }) }),
  headers: (t) => ({ headers: piecesOf(t, 9).map((p, i): [string, string] => [`x-part-${i}`, p]) }),
  'headers with others between': (t) => ({
    headers: piecesOf(t, 6).flatMap((p, i): [string, string][] => [
      [`x-part-${i}`, p],
      ['vary', 'origin'],
    ]),
  }),
  'the end of a body that is cut off': (t) => ({ body: `{"error": "no such key: ${t.slice(0, -4)}` }),
  'both sides of the first MiB': (t) => ({
    body: `${FILLER}${FILLER}`.slice(0, 1024 * 1024 - 20) + t + FILLER,
  }),
};

/** Ways of handing pieces over that nobody reads in a row: they come in another order, overlap, or stand behind a prefix. */
export const SHUFFLED: Readonly<Record<string, Place>> = {
  'pieces from the last to the first': (t) => ({ body: list(piecesOf(t, 8).reverse().map(quoted)) }),
  'pieces that overlap': (t) => ({
    body: list(piecesOf(t, 5).map((_, i) => quoted(t.slice(i * 5, i * 5 + 11)))),
  }),
  'parts by their numbers': (t) => ({
    body: list(piecesOf(t, 9).map((p, i) => `{"part": ${(i * 7) % 5}, "text": ${quoted(p)}}`)),
  }),
  'ids with a prefix': deltas(9, (p) => `{"id":${`"chatcmpl-${p.slice(1)}`}}`),
  'numbered cells': (t) => ({
    body: `id,note\n${piecesOf(t, 6)
      .map((p, i) => `${i},${i}:${p}\n`)
      .join('')}`,
  }),
  'cells far apart': (t) => ({
    body: FILLER + piecesOf(t, 10).join(`\n${FILLER.slice(0, 2700)}`) + FILLER,
  }),
};
