import { didYouMean } from '../vocabulary/nearest.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { LONGEST_VALUE, MOST_MODELS, MOST_VALUES } from '../vocabulary/settings.ts';
import { withoutEnding } from '../vocabulary/without-ending.ts';
import type { Given } from './parse.ts';

/** Rejects options with more or longer values than a record may have. */
export function refuseExcess(given: Given): void {
  for (const [name, values] of given) {
    const most = name === 'model' ? MOST_MODELS : MOST_VALUES;
    if (values.length > most)
      throw new OptionError(`--${name} accepts at most ${most} values, got ${values.length}`);
    if (values.some(({ length }) => length > LONGEST_VALUE))
      throw new OptionError(`--${name} has a value of more than ${LONGEST_VALUE} characters`);
  }
}

/** The last value of an option, or undefined. */
export function text(given: Given, name: string): string | undefined {
  return given.get(name)?.at(-1);
}

/** A number within bounds; undefined if the option is absent. */
export function number(
  given: Given,
  name: string,
  bounds: { min: number; max: number; integer?: boolean },
): number | undefined {
  const raw = text(given, name);
  if (raw === undefined) return undefined;
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(raw.trim()) ? Number(raw) : Number.NaN;
  if (!(value >= bounds.min && value <= bounds.max) || (bounds.integer && !Number.isInteger(value))) {
    const kind = bounds.integer ? 'a whole number' : 'a number';
    throw new OptionError(`--${name} must be ${kind} from ${bounds.min} to ${bounds.max}`);
  }
  return value;
}

/** One of a few words; undefined if the option is absent. */
export function choice<T extends string>(given: Given, name: string, words: readonly T[]): T | undefined {
  const raw = text(given, name);
  if (raw === undefined) return undefined;
  const found = words.find((w) => w === raw);
  if (!found) throw new OptionError(`--${name} must be one of ${words.join(', ')}${didYouMean(raw, words)}`);
  return found;
}

/** An absolute http or https address without credentials, query and fragment; no slash at its end. */
export function baseUrl(raw: string, option = 'base-url'): string {
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OptionError(
      `--${option} must be an http or https address, for example https://api.example.com`,
    );
  }
  if (url.username || url.password) {
    throw new OptionError(`--${option} must not contain a user name or password: use CHATSPEC_API_KEY`);
  }
  if (url.search || url.hash) throw new OptionError(`--${option} must not contain a query or a fragment`);
  const path = withoutEnding(url.pathname, '/');
  if (/\/v1$/.test(path)) {
    const before = url.origin + path.replace(/\/(api\/)?v1$/, '');
    // The path /v1 alone means the path of one published variant of section 4.
    const elsewhere = /\/api\/v1$/.test(path) ? '' : ', with --api-path /v1 if the endpoints are there';
    throw new OptionError(`--${option} must end before /api/v1: try ${before}${elsewhere}`);
  }
  return url.origin + path;
}

/** The path prefix of the endpoints under the base URL: without a trailing slash. */
export function apiPath(raw: string): string {
  const path = withoutEnding(raw, '/');
  if (!/^(?:\/[\w.~-]+)+$/.test(path)) throw new OptionError('--api-path must be a path, for example /v1');
  return path;
}

/** A header of the user as [name, value]. */
export function headerLine(raw: string): readonly [string, string] {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(raw);
  const value = match?.[2] ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header value must not hold
  if (!match?.[1] || /[\0-\x08\x0a-\x1f\x7f]/.test(value)) {
    throw new OptionError("--header must look like 'Name: value'");
  }
  if (/^(?:authorization|content-length|transfer-encoding|host|connection)$/i.test(match[1])) {
    throw new OptionError(`--header must not set ${match[1]}: chatspec sets it`);
  }
  return [match[1], value];
}

/** The given headers, and which of them are secret: another name would protect nothing, and is an error. */
export function headersOf(
  lines: readonly string[] = [],
  secret: readonly string[] = [],
): Pick<Settings, 'extraHeaders' | 'secretHeaders'> {
  const extraHeaders = lines.map(headerLine);
  const names = extraHeaders.map(([name]) => name.toLowerCase());
  // The environment may declare a name for runs with that header.
  if (names.length > 0 && secret.some((name) => !names.includes(name.toLowerCase())))
    throw new OptionError(
      '--secret-header must be the name of one --header; repeat the option for several names',
    );
  return { extraHeaders, ...(secret.length > 0 && { secretHeaders: secret }) };
}

const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** An existing calendar day. */
export function calendarDay(option: string, raw: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(raw) && isDay(raw)) return raw;
  throw new OptionError(`--${option} must be a day, as 2026-12-31`);
}

/** Days A..B, both included, in calendar form. */
export function dayRange(raw: string): { from: string; to: string } {
  const match = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(raw);
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (!match || !isDay(from) || !isDay(to) || from > to) {
    throw new OptionError('--usage-range must be two days, for example 2026-01-01..2026-01-31');
  }
  return { from, to };
}
