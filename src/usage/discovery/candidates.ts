import type { UsageNames } from '../../vocabulary/settings.ts';
import { PARAMETERS, type Parameter } from '../endpoints.ts';

/** How the words of a name are joined. */
const STYLES: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words[0]! + words.slice(1).map(capital).join(''),
  (words) => words.join('-'),
  (words) => words.map(capital).join(''),
  (words) => words.join(''),
  (words) => words.join('.'),
];

/** Names as one text, since each parameter has many. */
const list = (names: string): readonly string[] => names.split(', ');

/** Usual names of these parameters, the most frequent first. Start and end are pairs: `from` goes with `to`. */
const WORDS: Record<Parameter, readonly string[]> = {
  start: list(
    'start date, from, since, start, date from, from date, start time, begin date, after, ' +
      'start day, date start, begin, period start, date gte, start at, lower bound',
  ),
  end: list(
    'end date, to, until, end, date to, to date, end time, end date, before, end day, date end, ' +
      'end, period end, date lte, end at, upper bound',
  ),
  model: list('model, model name, model id, filter model, models, by model'),
  provider: list(
    'model provider, provider, provider name, filter provider, vendor, model vendor, provider id, ' +
      'filter model provider',
  ),
  source: list('source, usage source, source type, filter source, origin, channel, by source'),
  limit: list(
    'limit, page size, per page, size, count, take, max results, num records, page limit, records, ' +
      'first, top, number, rows, n, number of records, max',
  ),
  offset: list(
    'offset, skip, page offset, start index, num skip, start at, skip records, records skip, ' +
      'from record, first result, cursor offset, records to skip, drop',
  ),
};

/** Names that are no words joined. */
const OTHERS: Partial<Record<Parameter, readonly string[]>> = {
  start: list(
    'date[gte], date_range[start], filter[start_date], filter[from], filter[date_from], ' +
      'filter[start], filter[since], $from',
  ),
  end: list(
    'date[lte], date_range[end], filter[end_date], filter[to], filter[date_to], filter[end], ' +
      'filter[until], $to',
  ),
  model: list('filter[model]'),
  provider: list('filter[model_provider], filter[provider]'),
  source: list('filter[source]'),
  limit: list('page[size], page[limit], $top'),
  offset: list('page[offset], $skip'),
};

/** Names for an offset that may also be a start date: only the effect distinguishes them. */
export const OFFSET_OR_DATE: readonly string[] = ['from', 'start', 'begin', 'after'];

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** The style of a found name, as an index into `STYLES`; undefined for single lower-case words. */
function styleOf(name: string, parameter: Parameter): number | undefined {
  const matching = STYLES.map((join) => WORDS[parameter].map((w) => join(w.split(' '))).includes(name));
  return matching.filter(Boolean).length === 1 ? matching.indexOf(true) : undefined;
}

/** The names to try for a parameter, the likeliest first, given other found names. */
export function candidates(parameter: Parameter, found: UsageNames): string[] {
  const styles = STYLES.map((_, i) => i);
  for (const other of PARAMETERS) {
    const name = found[other];
    const style = name === undefined ? undefined : styleOf(name, other);
    if (style !== undefined) styles.splice(0, 0, ...styles.splice(styles.indexOf(style), 1));
  }
  const words = [...WORDS[parameter]];
  const partner = parameter === 'end' ? 'start' : parameter === 'start' ? 'end' : undefined;
  const known = partner && found[partner];
  if (partner && known) {
    const at = WORDS[partner].findIndex((w) => STYLES.some((join) => join(w.split(' ')) === known));
    if (at > 0) words.unshift(...words.splice(at, 1));
  }
  // The likeliest word in the likeliest style first; a rare word costs less than a rare style.
  const ranked = styles.flatMap((style, rank) =>
    words.map((w, index) => ({ name: STYLES[style]!(w.split(' ')), cost: index + 1.5 * rank })),
  );
  const names = ranked.sort((x, y) => x.cost - y.cost).map(({ name }) => name);
  const others = [...(OTHERS[parameter] ?? [])];
  if (partner && known) {
    const at = (OTHERS[partner] ?? []).indexOf(known);
    if (at > 0) others.unshift(...others.splice(at, 1));
  }
  // A service that writes one name with brackets writes all so.
  const bracketed = PARAMETERS.some((other) => found[other]?.includes('['));
  names.splice(bracketed ? 0 : 12, 0, ...others);
  const taken = new Set(PARAMETERS.map((other) => found[other]));
  return [...new Set(names)].filter((name) => !taken.has(name));
}
