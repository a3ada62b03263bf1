import { bodyText, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';

/** Whether a response rejects its request: only then is its body an error body. */
export function isRefusal({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400;
}

/**
 * The shape of an error body in one line, without its texts: `application/json {error:{code,message}}`,
 * `text/html`, `empty`. Stable between runs, so that reports can be compared by it.
 */
export function errorShape(exchange: Exchange): string {
  const { response } = exchange;
  if (!response) return 'no answer';
  const type = plain(mediaType(exchange)) || 'untyped';
  if (response.body.size === 0) return 'empty';
  if (!response.body.whole || response.body.size > 65_536) return `${type}, large`;
  try {
    return `${type} ${shape(parseJson(bodyText(exchange)), 2)}`;
  } catch {
    return type;
  }
}

/** Internals of the service in an error body: a stack trace, a file path, an SQL statement. */
export function insides(exchange: Exchange): readonly string[] {
  if (!exchange.response || exchange.response.body.size > 65_536) return [];
  const text = bodyText(exchange);
  return INSIDES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}

const INSIDES: readonly (readonly [string, RegExp])[] = [
  [
    'stack trace',
    /Traceback \(most recent call last\)|\bat [\w$.<>]{1,80} ?\([^)\n]{1,200}:\d+:\d+\)|goroutine \d+ \[/,
  ],
  [
    'file path',
    /(?:\/(?:usr|home|opt|app|srv|var)\/[\w.-]{1,80})(?:\/[\w.-]{1,80}){1,20}\.(?:py|js|ts|go|rb|java)\b/,
  ],
  ['SQL', /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.{1,300}\b(?:FROM|WHERE|VALUES|SET)\b/s],
];

function shape(value: unknown, depth: number): string {
  if (Array.isArray(value))
    return value.length === 0 || depth === 0 ? '[]' : `[${shape(value[0], depth - 1)}]`;
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  if (depth === 0) return '{}';
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, 12)
    .map(([name, member]) => {
      const nested = member !== null && typeof member === 'object';
      return `${plain(name)}${nested ? `:${shape(member, depth - 1)}` : ''}`;
    });
  return `{${members.join(',')}}`;
}

/** Foreign names are reported only as short plain words. */
function plain(text: string): string {
  return text.replace(/[^\w./+-]/g, '?').slice(0, 40);
}
