import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { Requester } from '../../vocabulary/check.ts';
import type { RequestSpec } from '../../vocabulary/exchange.ts';
import { PARAMETERS, type Parameter, STATS } from '../endpoints.ts';
import { discover } from './discover.ts';

type Called = Record<Parameter, string>;

const DAYS = 12;
const RECORDS = Array.from({ length: 3 * DAYS }, (_, i) => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  model: `model-${i % 3}`,
  model_provider: `provider-${i % 2}`,
  source: i % 2 ? 'api' : 'app',
  total_tokens: i,
  date: `2026-01-${String(1 + Math.floor(i / 3)).padStart(2, '0')}T00:00:00Z`,
}));

interface Manner {
  refusesUnknown?: boolean;
  /** Refuses what can't be read; else it is ignored. */
  refusesSenseless?: boolean;
  /** Takes no bare dates. */
  dateTimes?: boolean;
  /** Parameters that have no effect. */
  deaf?: readonly Parameter[];
  records?: number;
  /** Without a start date nothing is shown. */
  defaultIsEmpty?: boolean;
  /** Another record stands first in each answer. */
  turning?: boolean;
  /** The default range is empty for so many requests: usage shows late. */
  emptyUntil?: number;
}

/** A stats and a summary endpoint whose parameters are called as one likes. */
function service(called: Called, manner: Manner): { ask: Requester; sent: string[] } {
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
      const shape = manner.dateTimes ? /^\d{4}-\d\d-\d\dT/ : /^\d{4}-\d\d-\d\d/;
      if (date !== undefined && !shape.test(date) && (manner.refusesSenseless || manner.dateTimes))
        return { status: 422, body: {} };
    }
    for (const count of [given.limit, given.offset]) {
      if (count !== undefined && !/^\d+$/.test(count) && manner.refusesSenseless)
        return { status: 422, body: {} };
    }
    for (const parameter of manner.deaf ?? []) delete given[parameter];
    const matching = RECORDS.slice(0, manner.records ?? RECORDS.length).filter(
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

const SNAKE: Called = {
  start: 'start_date',
  end: 'end_date',
  model: 'model',
  provider: 'model_provider',
  source: 'source',
  limit: 'limit',
  offset: 'offset',
};

const STYLES: [string, Called][] = [
  ['snake case', SNAKE],
  [
    'camel case',
    { ...SNAKE, start: 'startDate', end: 'endDate', provider: 'modelProvider', limit: 'pageSize' },
  ],
  [
    'kebab case',
    { ...SNAKE, start: 'start-date', end: 'end-date', provider: 'model-provider', limit: 'page-size' },
  ],
  [
    'capitals',
    {
      start: 'StartDate',
      end: 'EndDate',
      model: 'Model',
      provider: 'ModelProvider',
      source: 'Source',
      limit: 'PageSize',
      offset: 'Offset',
    },
  ],
  [
    'other words',
    {
      start: 'from',
      end: 'to',
      model: 'model_name',
      provider: 'provider',
      source: 'usage_source',
      limit: 'take',
      offset: 'skip',
    },
  ],
  [
    'an offset that others call a date',
    { ...SNAKE, start: 'since', end: 'until', limit: 'size', offset: 'from' },
  ],
  [
    'an offset that is where a page starts',
    { ...SNAKE, start: 'date_from', end: 'date_to', offset: 'start' },
  ],
  [
    'filters in brackets',
    {
      start: 'filter[since]',
      end: 'filter[until]',
      model: 'filter[model]',
      provider: 'filter[provider]',
      source: 'filter[source]',
      limit: 'page[size]',
      offset: 'page[offset]',
    },
  ],
];

describe('names are found', () => {
  test.each(STYLES)('in %s, where unknown names are ignored', async (_, called) => {
    const { ask, sent } = service(called, { refusesSenseless: true });
    const { names, unknownNames } = await discover(ask, {});
    expect(names).toEqual(called);
    expect(unknownNames).toBe('ignored');
    expect(sent.length).toBeLessThanOrEqual(40);
  });

  test.each(STYLES.slice(0, 3))('in %s, where unknown names are refused', async (_, called) => {
    const { ask, sent } = service(called, { refusesUnknown: true, refusesSenseless: true });
    const { names, unknownNames } = await discover(ask, {});
    expect(names).toEqual(called);
    expect(unknownNames).toBe('refused');
    expect(sent.length).toBeLessThanOrEqual(40);
  });

  test('where another record stands first each time: the offset by what it refuses, and never by chance', async () => {
    const steady = service(SNAKE, { turning: true, refusesSenseless: true });
    expect((await discover(steady.ask, {})).names).toEqual(SNAKE);
    const lenient = await discover(service(SNAKE, { turning: true }).ask, {});
    expect([undefined, 'offset']).toContain(lenient.names.offset);
    const deaf = await discover(service(SNAKE, { turning: true, deaf: ['offset'] }).ask, {});
    expect(deaf.names.offset).toBeUndefined();
  });

  test('where nothing is ever refused', async () => {
    expect((await discover(service(SNAKE, {}).ask, {})).names).toEqual(SNAKE);
  });

  test('where dates have to be date-times', async () => {
    const { names } = await discover(service(SNAKE, { dateTimes: true }).ask, {});
    expect(names).toEqual({ ...SNAKE, dates: 'date-time' });
  });

  test('by what is refused, where they have no effect on the stats', async () => {
    const { ask } = service(SNAKE, { refusesSenseless: true, deaf: ['start', 'end', 'limit', 'offset'] });
    expect((await discover(ask, {})).names).toEqual(SNAKE);
  });

  test('by what is refused, where there is no history', async () => {
    const { names } = await discover(service(SNAKE, { refusesSenseless: true, records: 0 }).ask, {});
    expect(names).toEqual({ start: 'start_date', end: 'end_date', limit: 'limit', offset: 'offset' });
  });

  test.each([true, false])(
    'where the default range is empty, senseless values refused: %s',
    async (refusesSenseless) => {
      const { ask, sent } = service(SNAKE, { refusesSenseless, defaultIsEmpty: true });
      expect((await discover(ask, {})).names).toEqual(SNAKE);
      expect(sent.length).toBeLessThanOrEqual(40);
    },
  );

  test.each([2, 5, 8, 11])(
    'of no other thing when usage shows late, after %i requests',
    async (emptyUntil) => {
      const called = { ...SNAKE, start: 'since', end: 'until' };
      const { names } = await discover(service(called, { refusesSenseless: true, emptyUntil }).ask, {});
      expect(names).toMatchObject({ start: 'since', end: 'until' });
    },
  );

  test('of dates, where an offset that takes numbers only has no effect', async () => {
    const called = { ...SNAKE, start: 'since', end: 'until', offset: 'from' };
    const { ask } = service(called, { refusesSenseless: true, records: 1, deaf: ['offset'] });
    expect((await discover(ask, {})).names).toMatchObject({ start: 'since', end: 'until' });
  });

  test('with one record', async () => {
    const { names } = await discover(service(SNAKE, { refusesSenseless: true, records: 1 }).ask, {});
    expect(names).toEqual(SNAKE);
  });
});

describe('names that were given', () => {
  test('are kept while they have their effect', async () => {
    const { ask } = service(SNAKE, {});
    expect(await discover(ask, SNAKE)).toMatchObject({ names: SNAKE, drifted: [] });
  });

  test('are told when another name has it now', async () => {
    const { names, drifted } = await discover(service({ ...SNAKE, limit: 'page_size' }, {}).ask, SNAKE);
    expect(names.limit).toBe('page_size');
    expect(drifted).toMatchObject([{ parameter: 'limit', given: 'limit', now: 'page_size' }]);
  });

  test('stand, to be judged, when no name has it', async () => {
    const { names, drifted } = await discover(service(SNAKE, { deaf: ['model'] }).ask, SNAKE);
    expect(names.model).toBe('model');
    expect(drifted).toMatchObject([{ parameter: 'model', now: undefined }]);
  });
});
