import { PARAMETERS, type Parameter, STATS } from '../usage/endpoints.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { exchange } from './exchange.ts';
import { requester } from './phases.ts';

export type Called = Record<Parameter, string>;

const DAYS = 12;
const RECORDS = Array.from({ length: 3 * DAYS }, (_, i) => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  model: `model-${i % 3}`,
  model_provider: `provider-${i % 2}`,
  source: i % 2 ? 'api' : 'app',
  total_tokens: i,
  date: `2026-01-${String(1 + Math.floor(i / 3)).padStart(2, '0')}T00:00:00Z`,
}));

export interface Manner {
  refusesUnknown?: boolean;
  /** Refuses what can't be read; else it is ignored. */
  refusesSenseless?: boolean;
  /** Takes no bare dates. */
  dateTimes?: boolean;
  /** Takes moments as seconds since 1970 alone, which no date of the contract is. */
  seconds?: boolean;
  /** Parameters that have no effect. */
  deaf?: readonly Parameter[];
  records?: number;
  /** An offset has an effect only with a size, and unreadable values in it are ignored. */
  offsetNeedsSize?: boolean;
  /** Without a start date nothing is shown. */
  defaultIsEmpty?: boolean;
  /** Another record stands first in each answer. */
  turning?: boolean;
  /** The record that stands first is not there for so many requests. */
  comesAfter?: number;
  /** Refuses every question that has not both dates. */
  demandsDates?: boolean;
  /** The default range is empty for so many requests: usage shows late. */
  emptyUntil?: number;
}

/** A stats and a summary endpoint whose parameters are called as one likes. */
export function service(called: Called, manner: Manner): { ask: Requester; sent: string[] } {
  const sent: string[] = [];
  const send = async (spec: RequestSpec) => {
    sent.push(spec.path);
    return exchange({
      ...answer(spec.path, called, manner, sent.length),
      id: `e${sent.length}`,
      method: 'GET',
      url: `http://service.test${spec.path}`,
    });
  };
  return { ask: requester(send), sent };
}

/** What the service answers to its request number `count`. */
function answer(
  path: string,
  called: Called,
  manner: Manner,
  count: number,
): { status: number; body: unknown } {
  const url = new URL(path, 'http://service.test');
  const names = new Map(PARAMETERS.map((p) => [called[p], p]));
  const given: Partial<Record<Parameter, string>> = {};
  for (const [name, value] of url.searchParams) {
    const parameter = names.get(name);
    if (!parameter && manner.refusesUnknown) return { status: 422, body: {} };
    if (parameter) given[parameter] = value;
  }
  if (refusesValues(given, manner)) return { status: 422, body: {} };
  if (manner.seconds) fromSeconds(given);
  for (const parameter of manner.deaf ?? []) delete given[parameter];
  if (manner.offsetNeedsSize && given.limit === undefined) delete given.offset;
  const first = count > (manner.comesAfter ?? 0) ? 0 : 1;
  const matching = RECORDS.slice(first, manner.records ?? RECORDS.length).filter(
    (record) =>
      (given.start !== undefined || (!manner.defaultIsEmpty && count > (manner.emptyUntil ?? 0))) &&
      isAskedFor(record, given),
  );
  if (url.pathname !== STATS)
    return { status: 200, body: { total_requests: matching.length, total_tokens: matching.length } };
  const turned = manner.turning ? count % matching.length : 0;
  matching.push(...matching.splice(0, turned));
  const offset = Number(given.offset ?? 0) || 0;
  return { status: 200, body: matching.slice(offset, offset + (Number(given.limit ?? 100) || 100)) };
}

function fromSeconds(given: Partial<Record<Parameter, string>>): void {
  for (const name of ['start', 'end'] as const)
    if (given[name] !== undefined) given[name] = new Date(Number(given[name]) * 1_000).toISOString();
}

function isAskedFor(record: (typeof RECORDS)[number], given: Partial<Record<Parameter, string>>): boolean {
  const day = record.date.slice(0, 10);
  return (
    day >= (given.start ?? day).slice(0, 10) &&
    day <= (given.end ?? day).slice(0, 10) &&
    record.model === (given.model ?? record.model) &&
    record.model_provider === (given.provider ?? record.model_provider) &&
    record.source === (given.source ?? record.source)
  );
}

function refusesValues(given: Partial<Record<Parameter, string>>, manner: Manner): boolean {
  const { seconds, dateTimes, refusesSenseless, demandsDates } = manner;
  const shape = seconds ? /^\d+$/ : dateTimes ? /^\d{4}-\d\d-\d\dT/ : /^\d{4}-\d\d-\d\d/;
  const isOdd = (value: string | undefined, usual: RegExp) => value !== undefined && !usual.test(value);
  return (
    ([given.start, given.end].some((date) => isOdd(date, shape)) && Boolean(refusesSenseless || dateTimes)) ||
    Boolean(demandsDates && (given.start === undefined || given.end === undefined)) ||
    ([given.limit, given.offset].some((count) => isOdd(count, /^\d+$/)) && Boolean(refusesSenseless))
  );
}

export const SNAKE: Called = {
  start: 'start_date',
  end: 'end_date',
  model: 'model',
  provider: 'model_provider',
  source: 'source',
  limit: 'limit',
  offset: 'offset',
};
