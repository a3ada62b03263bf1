import { gzipSync } from 'node:zlib';
import type { ExchangeLine, StoredBytes } from '../../vocabulary/record.ts';
import type { Report } from '../model.ts';
import type { Lines } from '../recorded-run.ts';
import { shorten } from '../text.ts';

/** How much of a body the page contains: more for findings. The record has the whole body. */
const SHOWN = 8 * 1024;
const SHOWN_IN_FINDING = 128 * 1024;
/** The length of a name in the list of all requests. */
const NAME_AT_MOST = 8_000;
/** Exchanges of a finding that precede those of passed checks: the decisive one, its repetition, its control. */
const DECISIVE = 4;
/** The share of the room beyond which only findings include their evidence. */
const OTHERS = 0.7;
/** Characters of JSON per pack: what the page unpacks to show one exchange. */
const PACK = 128 * 1024;

/** An exchange on the page: the record with long bodies truncated. */
type Shown = ExchangeLine & { cut?: { request?: number; response?: number } };

/**
 * The evidence as script elements with data: JSON, one exchange per line, several packed together with gzip in
 * Base64, which the script unpacks on demand. The last one is the list of all requests with their positions. The
 * evidence takes as many packed characters as there is `room`; the rest is only in the record. The journal is read
 * once and not kept in memory.
 */
export async function* evidenceScripts(report: Report, lines: Lines, room: number): AsyncGenerator<string> {
  const findings = report.checks.flatMap((c) => c.findings);
  const inFindings = new Set(findings.flatMap((f) => [...f.exchanges.slice(0, DECISIVE), f.probe]));
  const accused = new Set(
    findings.filter((f) => f.severity !== 'inconclusive').flatMap((f) => [f.exchanges[0], f.probe]),
  );
  const rows: unknown[] = [];
  let total = 0;
  let packs = 0;
  let open: string[] = [];
  let size = 0;
  const pack = () => {
    const script = packed(`p${packs++}`, open.join('\n'));
    total += script.length;
    open = [];
    size = 0;
    return script;
  };
  for await (const line of lines()) {
    if (line.type !== 'exchange') continue;
    const needed = inFindings.has(line.id);
    const held = total < (needed ? room : room * OTHERS);
    rows.push(rowOf(line, accused.has(line.id), held ? [packs, open.length] : []));
    if (!held) continue;
    const json = JSON.stringify(cut(line, needed ? SHOWN_IN_FINDING : SHOWN));
    open.push(json);
    size += json.length;
    if (size >= PACK) yield pack();
  }
  if (open.length > 0) yield pack();
  yield packed('requests', JSON.stringify(rows));
}

/** One request in the list of all: its line, and the pack and line of its record. */
function rowOf(line: ExchangeLine, isAccused: boolean, place: readonly number[]): unknown[] {
  const { pathname, search } = safeUrl(line.request.url);
  const outcome = line.response?.status ?? line.failure?.kind ?? 'no answer';
  return [
    line.id,
    line.startedAt,
    line.timing.endMs,
    outcome,
    line.request.method,
    shorten(pathname + search, NAME_AT_MOST),
    shorten(line.label, NAME_AT_MOST),
    shorten(line.owner, NAME_AT_MOST),
    isAccused ? 1 : 0,
    ...place,
  ];
}

/** Base64 cannot end its element, so hostile text needs no escape here. */
function packed(id: string, text: string): string {
  return `<script type="text/plain" id="${id}">${gzipSync(text, { level: 9 }).toString('base64')}</script>\n`;
}

function cut(line: ExchangeLine, limit: number): Shown {
  const request = shortened(line.request.body, limit);
  const response = line.response && shortened(line.response.body, limit);
  const { reads } = line.response ?? { reads: [] };
  return {
    ...line,
    request: { ...line.request, body: request.body },
    ...(line.response &&
      response && { response: { ...line.response, body: response.body, reads: reads.slice(0, limit) } }),
    ...((request.left > 0 || (response?.left ?? 0) > 0) && {
      cut: { request: request.left, response: response?.left ?? 0 },
    }),
  };
}

/** The first `limit` characters, and how many are missing. */
function shortened(body: StoredBytes, limit: number): { body: StoredBytes; left: number } {
  if ('text' in body) {
    return body.text.length <= limit
      ? { body, left: 0 }
      : { body: { text: body.text.slice(0, limit) }, left: body.text.length - limit };
  }
  const length = limit - (limit % 4);
  return body.base64.length <= length
    ? { body, left: 0 }
    : { body: { base64: body.base64.slice(0, length) }, left: body.base64.length - length };
}

function safeUrl(url: string): { pathname: string; search: string } {
  return URL.canParse(url) ? new URL(url) : { pathname: url, search: '' };
}
