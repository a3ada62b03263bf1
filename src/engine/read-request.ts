import { isDateTime, isDay } from '../contract/date-time.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { API_PATH, type ServiceAddress, type UsageNames, unplaced } from '../vocabulary/settings.ts';
import type { AnswerKind } from '../vocabulary/sweep.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object in the body of a request; undefined when there is none. */
export function bodyOf({ body }: Exchange['request']): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(Buffer.from(body).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The response type that a request asks for (spec 4.1 to 4.4); undefined for any other path. */
export function kindAskedFor(request: Exchange['request'], service: ServiceAddress): AnswerKind | undefined {
  const path = unplaced(request.url, service);
  if (request.method === 'POST' && path === `${API_PATH}/chat/completions`) {
    return bodyOf(request)?.stream === true ? 'stream' : 'completion';
  }
  const usage = /^\/api\/v1\/usage\/(stats|summary|export)(?:\?|$)/.exec(path)?.[1];
  return request.method === 'GET' ? (usage as AnswerKind | undefined) : undefined;
}

type Parameter = Exclude<keyof UsageNames, 'columns'>;
const PARAMETERS: Record<'stats' | 'summary' | 'export', readonly Parameter[]> = {
  stats: ['start', 'end', 'model', 'provider', 'source', 'limit', 'offset'],
  summary: ['start', 'end'],
  export: ['start', 'end'],
};
const isDate = (text: string) => isDay(text) || isDateTime(text);
const FORMS: Record<Parameter, (text: string) => boolean> = {
  start: isDate,
  end: isDate,
  model: (text) => text !== '',
  provider: (text) => text !== '',
  source: (text) => text === 'api' || text === 'app',
  limit: (text) => /^[1-9]\d{0,8}$/.test(text),
  offset: (text) => /^\d{1,15}$/.test(text),
};

/**
 * The parameters of a usage request by meaning (spec 4.2). Undefined if the contract does not allow the request: an
 * unknown parameter, a repeated one, a value of another form, or a reversed range.
 */
export function usageParameters(
  kind: 'stats' | 'summary' | 'export',
  { url }: Pick<Exchange['request'], 'url'>,
  names: UsageNames,
): Map<Parameter, string> | undefined {
  const meanings = new Map(PARAMETERS[kind].map((meaning) => [names[meaning], meaning]));
  const found = new Map<Parameter, string>();
  for (const [name, value] of new URL(url).searchParams) {
    const meaning = meanings.get(name);
    if (!meaning || found.has(meaning) || !FORMS[meaning](value)) return undefined;
    found.set(meaning, value);
  }
  const [start, end] = [found.get('start'), found.get('end')];
  // The contract leaves open what a reversed range returns.
  return start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end) ? undefined : found;
}
