import type { Names } from '../vocabulary/discovered.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import type { Day } from './days.ts';

export const STATS = '/api/v1/usage/stats';
export const SUMMARY = '/api/v1/usage/summary';
export const EXPORT = '/api/v1/usage/export';

export const USAGE_ENDPOINTS = ['stats', 'summary', 'export'] as const;
export type UsageEndpoint = (typeof USAGE_ENDPOINTS)[number];

/** The paths of the usage endpoints by their names in check ids. */
export const PATHS: Readonly<Record<UsageEndpoint, string>> = {
  stats: STATS,
  summary: SUMMARY,
  export: EXPORT,
};

/** The meanings of the query parameters of the usage endpoints (spec 4.2), whatever their names. */
export const PARAMETERS = ['start', 'end', 'model', 'provider', 'source', 'limit', 'offset'] as const;
export type Parameter = (typeof PARAMETERS)[number];

const MEANING: Record<Parameter, string> = {
  start: 'the start date',
  end: 'the end date',
  model: 'the model',
  provider: 'the model provider',
  source: 'the source',
  limit: 'the number of records to return',
  offset: 'the number of records to skip',
};

/** Values by meaning. */
export type Query = { start?: Day; end?: Day } & Partial<
  Record<Exclude<Parameter, 'start' | 'end'>, string | number>
>;

/** Path and query of a usage request. Throws `Inconclusive` if a parameter's name is not known. */
export function usagePath(path: string, names: Names, query: Query): string {
  const asked: Query = path === STATS ? { ...names.demanded, ...query } : query;
  const pairs = PARAMETERS.filter((p) => asked[p] !== undefined).map((parameter): [string, string] => [
    nameOf(names, parameter),
    isDate(parameter) ? dateText(names, String(asked[parameter])) : String(asked[parameter]),
  ]);
  return withQuery(path, pairs);
}

/** The name of a parameter; throws `Inconclusive`, with the option to set, if it was not found. */
export function nameOf(names: Names, parameter: Parameter): string {
  const name = names[parameter];
  if (name === undefined && names.unfound !== undefined) {
    throw new Inconclusive('parameter names cannot be discovered without records', [], names.unfound);
  }
  if (name === undefined) {
    throw new Inconclusive(
      `the parameter name for ${MEANING[parameter]} was not found: set "${parameter}" under "usage" in the file of --target`,
    );
  }
  return name;
}

/** Part of a value in which a secret is hidden. */
export const HIDDEN = '****';

/** A path with literal names and values. Throws `Inconclusive` for a value of which a part is hidden. */
export function withQuery(path: string, pairs: readonly (readonly [string, string])[]): string {
  if (pairs.length === 0) return path;
  const hidden = pairs.find(([, value]) => value.includes(HIDDEN));
  if (hidden) throw new Inconclusive(`part of a key is hidden in the value for ${hidden[0]}`);
  // Half of a character has no bytes: it is replaced.
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  return `${path}?${pairs.map(([n, v]) => `${encoded(n)}=${encoded(v)}`).join('&')}`;
}

export function usageRequest(path: string, label: string): RequestSpec {
  return { method: 'GET', path, label };
}

/** The request for the data of a query. Throws `Inconclusive` if a parameter's name is not known. */
export const queried = (path: string, names: Names, query: Query, label: string): RequestSpec =>
  usageRequest(usagePath(path, names, query), label);

const isDate = (parameter: Parameter) => parameter === 'start' || parameter === 'end';

/** A day in the service's date format. */
export function dateText(names: Names, day: string): string {
  return names.dates === 'date-time' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00:00Z` : day;
}
