import type { ExchangeLine, StoredBytes } from '../../vocabulary/record.ts';
import type { Report } from '../model.ts';
import type { Lines } from '../recorded-run.ts';
import { jsonForScript } from './markup.ts';

/** How much of a body goes into the page: more where a finding rests on it. The whole is in evidence.har. */
const SHOWN = 8 * 1024;
const SHOWN_IN_FINDING = 128 * 1024;
/** The page stays openable: beyond this many characters of evidence only findings bring theirs along. */
const ALL_TOGETHER = 24 * 1024 * 1024;

/** An exchange as the page holds it: the record, long bodies cut. */
type Shown = ExchangeLine & { cut?: { request?: number; response?: number } };

/**
 * The evidence as script elements that are data: one for the list of all requests, one for each exchange, so that the
 * page parses only what is looked at. The journal is read twice and never held.
 */
export async function* evidenceScripts(report: Report, lines: Lines): AsyncGenerator<string> {
  yield '<script type="application/json" id="requests">[';
  let separator = '';
  for await (const line of lines()) {
    if (line.type !== 'exchange') continue;
    const { pathname, search } = safeUrl(line.request.url);
    const outcome = line.response?.status ?? line.failure?.kind ?? 'no answer';
    const row = [
      line.id,
      line.startedAt,
      line.timing.endMs,
      outcome,
      line.request.method,
      pathname + search,
      line.label,
    ];
    yield separator + jsonForScript(row);
    separator = ',';
  }
  yield ']</script>\n';

  const inFindings = new Set(report.checks.flatMap((c) => c.findings.flatMap((f) => f.exchanges)));
  let total = 0;
  for await (const line of lines()) {
    if (line.type !== 'exchange') continue;
    const needed = inFindings.has(line.id);
    if (!needed && total > ALL_TOGETHER) continue;
    const json = jsonForScript(cut(line, needed ? SHOWN_IN_FINDING : SHOWN));
    total += json.length;
    yield `<script type="application/json" id="x-${line.id.replace(/\W/g, '')}">${json}</script>\n`;
  }
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

/** The first `limit` characters, and how many were left out. */
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
