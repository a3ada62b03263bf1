import type { Breach } from '../vocabulary/harm.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { CheckLine, ExchangeLine } from '../vocabulary/record.ts';
import type { Lines } from './recorded-run.ts';
import { curlLine } from './reproduce.ts';
import { shorten, visible } from './text.ts';

/** The part of an exchange that a report shows for a finding. */
export interface Shown {
  curl?: string;
  /** The service's message, on one line and short. */
  said?: string;
  /** The check that sent it, or the name of a shared request. */
  owner: string;
  label: string;
  status: number | undefined;
  /** The duration of the whole response in milliseconds. */
  endMs: number;
  /** Bytes of the request's body. */
  size: number;
}

const SAID_AT_MOST = 200;
/** Members in which services describe an error. */
const WORDS = ['message', 'detail', 'error_description', 'title', 'error', 'reason', 'msg'] as const;

/** The shown parts of all exchanges of findings: the record, which is redacted, is read once. */
export async function shownExchanges(
  lines: Lines,
  results: ReadonlyMap<string, CheckLine>,
  baseUrl: string,
): Promise<Map<string, Shown>> {
  const wanted = new Set([...results.values()].flatMap((r) => r.findings.flatMap((f) => f.exchanges)));
  const shown = new Map<string, Shown>();
  if (wanted.size === 0) return shown;
  for await (const line of lines()) {
    if (line.type !== 'exchange' || !wanted.has(line.id)) continue;
    const curl = curlLine(line, baseUrl);
    const said = wordsOf(line);
    const body = line.request.body;
    shown.set(line.id, {
      ...(curl !== undefined && { curl }),
      ...(said !== undefined && { said }),
      owner: line.owner,
      label: line.label,
      status: line.response?.status,
      endMs: line.timing.endMs,
      size: 'text' in body ? body.text.length : body.base64.length,
    });
  }
  return shown;
}

/** Kinds of violations that every exchange shows equally, so that the smallest one is enough. */
const ALIKE: ReadonlySet<Breach | undefined> = new Set<Breach | undefined>([
  'bad-accepted',
  'server-error',
  'valid-refused',
  'other-refusal',
]);

/** Other constraints may be cited too: only the same request, with the same status, shows the same. */
const isAlike = (one: Shown | undefined, other: Shown | undefined): boolean =>
  one?.label === other?.label && one?.status === other?.status;

/** The smallest of the exchanges that show a violation: the decisive one if they differ. */
export function smallestProbe(
  exchanges: readonly [string, ...string[]],
  breach: Breach | undefined,
  shown: ReadonlyMap<string, Shown>,
): string {
  const [decisive] = exchanges;
  if (!ALIKE.has(breach)) return decisive;
  const sizeOf = (id: string) => shown.get(id)?.size ?? Number.POSITIVE_INFINITY;
  return exchanges
    .filter((id) => isAlike(shown.get(id), shown.get(decisive)))
    .reduce((least, id) => (sizeOf(id) < sizeOf(least) ? id : least), decisive);
}

/** The service's error message: `error.message`, `detail` and similar members, or its text; no pages or records. */
export function wordsOf({ response }: Pick<ExchangeLine, 'response'>): string | undefined {
  if (!response || response.status < 400 || !('text' in response.body)) return undefined;
  const { text } = response.body;
  const words = parsed(text) ?? (/^\s*[<[]/.test(text) ? undefined : text);
  const line = visible(words ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? undefined : shorten(line, SAID_AT_MOST);
}

function parsed(text: string): string | undefined {
  try {
    return said(parseJson(text), 4);
  } catch {
    return undefined;
  }
}

/** The first text under a telling name at any depth; of a list the first element. */
function said(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (depth === 0 || value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return said(value[0], depth - 1);
  for (const name of WORDS) {
    const found = said((value as Record<string, unknown>)[name], depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
