import { PARAMETERS, type Parameter, STATS } from '../usage/endpoints.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { exchange } from './exchange.ts';

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
  /** An offset has its effect beside a size only, and what can't be read in it is ignored. */
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
  const answer = (spec: RequestSpec): { status: number; body: unknown } => {
    const url = new URL(spec.path, 'http://service.test');
    const names = new Map(PARAMETERS.map((p) => [called[p], p]));
    const given: Partial<Record<Parameter, string>> = {};
    for (const [name, value] of url.searchParams) {
      const parameter = names.get(name);
      if (!parameter && manner.refusesUnknown) return { status: 422, body: {} };
      if (parameter) given[parameter] = value;
    }
    for (const date of [given.start, given.end]) {
      const shape = manner.seconds ? /^\d+$/ : manner.dateTimes ? /^\d{4}-\d\d-\d\dT/ : /^\d{4}-\d\d-\d\d/;
      if (date !== undefined && !shape.test(date) && (manner.refusesSenseless || manner.dateTimes))
        return { status: 422, body: {} };
    }
    if (manner.seconds) {
      for (const p of ['start', 'end'] as const)
        if (given[p] !== undefined) given[p] = new Date(Number(given[p]) * 1_000).toISOString();
    }
    if (manner.demandsDates && (given.start === undefined || given.end === undefined))
      return { status: 422, body: {} };
    for (const count of [given.limit, given.offset]) {
      if (count !== undefined && !/^\d+$/.test(count) && manner.refusesSenseless)
        return { status: 422, body: {} };
    }
    for (const parameter of manner.deaf ?? []) delete given[parameter];
    if (manner.offsetNeedsSize && given.limit === undefined) delete given.offset;
    const first = sent.length > (manner.comesAfter ?? 0) ? 0 : 1;
    const matching = RECORDS.slice(first, manner.records ?? RECORDS.length).filter(
      (r) =>
        (given.start === undefined
          ? !manner.defaultIsEmpty && sent.length > (manner.emptyUntil ?? 0)
          : r.date.slice(0, 10) >= given.start.slice(0, 10)) &&
        (given.end === undefined || r.date.slice(0, 10) <= given.end.slice(0, 10)) &&
        (given.model === undefined || r.model === given.model) &&
        (given.provider === undefined || r.model_provider === given.provider) &&
        (given.source === undefined || r.source === given.source),
    );
    if (url.pathname !== STATS) {
      return { status: 200, body: { total_requests: matching.length, total_tokens: matching.length } };
    }
    const turned = manner.turning ? sent.length % matching.length : 0;
    matching.push(...matching.splice(0, turned));
    const offset = Number(given.offset ?? 0) || 0;
    return { status: 200, body: matching.slice(offset, offset + (Number(given.limit ?? 100) || 100)) };
  };
  const send = async (spec: RequestSpec) => {
    sent.push(spec.path);
    return exchange({
      ...answer(spec),
      id: `e${sent.length}`,
      method: 'GET',
      url: `http://service.test${spec.path}`,
    });
  };
  const ask: Requester = { round: 1, send, sendOnce: send, beside: send, shared: (_, make) => make(ask) };
  return { ask, sent };
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
