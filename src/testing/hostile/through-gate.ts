import type { Answer } from '../../../reference/src/hostile/leak/places.ts';
import type { ByteFilter } from '../../http/spill.ts';
import type { Gate } from '../../record/gate.ts';
import { exchangeLine } from '../../record/lines.ts';
import { exchange } from '../exchange.ts';

/** Larger bodies go through the filters piece by piece. */
const KEPT_BYTES = 512 * 1024;

/** The text that a run would write of the response, and whether it would report a leak. */
export function throughGate(gate: Gate, { statusText = 'OK', headers = [], body = '{}' }: Answer) {
  const bytes = Buffer.from(body);
  const heads = [statusText, ...headers.flat()].map((text) => Buffer.from(text));
  let leaks = heads.flatMap((head) => gate.leaks(head));
  const made = exchange({ headers: Object.fromEntries(headers), body: bytes });
  made.response!.statusText = statusText;
  if (bytes.length <= KEPT_BYTES) {
    leaks = leaks.concat(gate.leaks(bytes));
    const { request: _, ...rest } = exchangeLine(gate.exchange(made));
    const stored = rest.response!.body;
    const text = 'text' in stored ? Buffer.from(stored.text) : Buffer.from(stored.base64, 'base64');
    return { leaks, texts: [JSON.stringify(rest), text.toString('latin1')] };
  }
  const filters = gate.filters({ url: 'http://service.test/api/v1/usage/export' });
  const through = (pass: (filter: ByteFilter, piece: Buffer) => Buffer, piece: Buffer) =>
    filters.reduce((rest, filter) => pass(filter, rest), piece);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 50_000) {
    out.push(through((filter, piece) => filter.push(piece), bytes.subarray(at, at + 50_000)));
  }
  out.push(through((filter, piece) => Buffer.concat([filter.push(piece), filter.end()]), Buffer.alloc(0)));
  const text = Buffer.concat(out).toString('latin1');
  if (text.length !== bytes.length) throw new Error(`${text.length} bytes of ${bytes.length} came through`);
  leaks = leaks.concat(filters.flatMap((filter) => filter.found?.() ?? []));
  return { leaks, texts: [text.replaceAll(/(?:1,2026-01-01,model-a,12,34\n){3,}/g, '\n')] };
}
