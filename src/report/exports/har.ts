import { jsonText } from '../../vocabulary/json-text.ts';
import type { ExchangeLine, StoredBytes } from '../../vocabulary/record.ts';
import type { Report } from '../model.ts';
import type { Lines } from '../recorded-run.ts';

/** The evidence as HAR 1.2, one entry at a time; members that HAR does not define begin with `_`. */
export async function* renderHar(report: Report, lines: Lines): AsyncGenerator<string> {
  const { suite } = report;
  const head = { version: '1.2', creator: { name: suite.name, version: suite.version } };
  const log = jsonText({ log: { ...head, _target: report.target.baseUrl, entries: [] } }, 0);
  yield log.slice(0, log.lastIndexOf(']'));
  let separator = '\n';
  for await (const line of lines()) {
    if (line.type !== 'exchange') continue;
    yield separator + jsonText(harEntry(line), 0);
    separator = ',';
  }
  yield ']}}\n';
}

function harEntry(line: ExchangeLine): object {
  const { request, response, failure, timing } = line;
  const headersAt = timing.headersMs ?? timing.endMs;
  return {
    startedDateTime: new Date(line.startedAt).toISOString(),
    time: timing.endMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: `HTTP/${response?.httpVersion ?? '1.1'}`,
      cookies: [],
      headers: request.headers.map(([name, value]) => ({ name, value })),
      queryString: queryOf(request.url),
      ...(sizeOf(request.body) > 0 && {
        postData: { mimeType: contentType(request.headers), ...plain(request.body) },
      }),
      headersSize: -1,
      bodySize: sizeOf(request.body),
    },
    // HAR has no missing response: status 0 represents it, as in browsers.
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: `HTTP/${response?.httpVersion ?? '1.1'}`,
      cookies: [],
      headers: (response?.headers ?? []).map(([name, value]) => ({ name, value })),
      content: {
        size: response?.size ?? 0,
        mimeType: contentType(response?.headers ?? []),
        ...(response && content(response.body)),
        ...(response?.file !== undefined && {
          _file: response.file,
          comment: `the beginning; all of it in ${response.file}`,
        }),
      },
      redirectURL: (response?.headers ?? []).find(([n]) => n.toLowerCase() === 'location')?.[1] ?? '',
      headersSize: -1,
      bodySize: response?.wireBytes ?? -1,
      ...(failure && { _error: `${failure.kind}: ${failure.message}` }),
    },
    cache: {},
    timings: { send: 0, wait: headersAt, receive: Math.max(0, timing.endMs - headersAt) },
    _id: line.id,
    _owner: line.owner,
    _turn: line.turn,
    _label: line.label,
    _credential: line.credential,
    ...(line.billable && { _billable: line.billable }),
    _timing: timing,
    ...(response && { _reads: response.reads, _coding: response.coding }),
  };
}

function plain(body: StoredBytes): object {
  return 'text' in body ? { text: body.text } : { text: '', _base64: body.base64 };
}

function content(body: StoredBytes): object {
  return 'text' in body ? { text: body.text } : { text: body.base64, encoding: 'base64' };
}

function sizeOf(body: StoredBytes): number {
  return 'text' in body ? Buffer.byteLength(body.text) : Buffer.byteLength(body.base64, 'base64');
}

function contentType(headers: readonly (readonly [string, string])[]): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function queryOf(url: string): { name: string; value: string }[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}
