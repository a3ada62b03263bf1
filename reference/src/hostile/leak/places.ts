import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** The place of the key in a response; the rest of the response does not matter. */
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
const PAD = 'nothing to see here, and nothing there. '.repeat(20);

/** An event stream whose deltas have the text in one member, so many letters in each. */
function deltas(size: number, delta: (piece: string) => string): Place {
  const event = (piece: string, i: number) =>
    `data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":${delta(quoted(piece))}}]}\n\ndata: {"id":"chatcmpl-1","choices":[{"index":1,"delta":{"content":"other ${i}"}}]}\n\n`;
  return (text) => ({ body: `${piecesOf(text, size).map(event).join('')}data: [DONE]\n\n` });
}

const contents = deltas(3, (p) => `{"content":${p}}`);
const CALL = (members: string) => `{"tool_calls":[{"index":0,${members}}]}`;
const rows = (text: string) => `id,email,model\n${text}\n2,b@example.test,model-b\n`;
const FILLER = '1,2026-01-01,model-a,12,34\n'.repeat(50_000);

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
  'bare deflate': (t) => ({ body: deflateRawSync(PAD + t) }),
  'zlib of a small window': (t) => ({ body: deflateSync(PAD + t, { windowBits: 10 }) }),
  'gzip behind a line feed': (t) => ({ body: Buffer.concat([Buffer.from('\n'), gzipSync(PAD + t)]) }),
  'gzip of gzip of gzip': (t) => ({ body: gzipSync(gzipSync(gzipSync(PAD + t))) }),
  'Brotli of gzip': (t) => ({ body: brotliCompressSync(gzipSync(PAD + t)) }),
  'gzip that is cut off': (t) => ({ body: gzipSync(PAD + t + PAD).subarray(0, -8) }),
};

/** Ways of handing a text over in pieces: in the deltas of one choice of a stream, and over the borders of chunks. */
export const SPLITS: Readonly<Record<string, Place>> = {
  'letters of the content': deltas(1, (p) => `{"content":${p}}`),
  'pieces of the reasoning': deltas(5, (p) => `{"reasoning":${p}}`),
  'pieces of the arguments': deltas(3, (p) => CALL(`"function":{"arguments":${p}}`)),
  'pieces of the name': deltas(2, (p) => CALL(`"function":{"name":${p}}`)),
  'pieces of the ids': deltas(4, (p) => CALL(`"id":${p}`)),
  'deltas behind line feeds': (t) => ({ body: `${'\n'.repeat(70)}${contents(t).body}` }),
  'deltas behind an unknown field': (t) => ({ body: `x: y\n\n${contents(t).body}` }),
  'deltas behind comments': (t) => ({ body: `${contents(t).body}`.replaceAll('data:', ': c\rdata:') }),
  'deltas over lines of data': (t) => ({
    body: `${contents(t).body}`.replaceAll('"delta"', '\ndata: "delta"'),
  }),
  'deltas with escapes in their name': (t) => ({
    body: `${contents(t).body}`.replaceAll('delta', '\\u0064elta'),
  }),
  'deltas of a large stream': (t) => ({
    body: `${contents(t).body}`.replaceAll('"id"', `"pad":"${'q'.repeat(20_000)}","id"`),
  }),
  'both sides of the first MiB': (t) => ({
    body: `${FILLER}${FILLER}`.slice(0, 1024 * 1024 - 20) + t + FILLER,
  }),
};
