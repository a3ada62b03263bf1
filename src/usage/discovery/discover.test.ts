import { describe, expect, test } from 'vitest';
import { type Called, SNAKE, service } from '../../testing/named-usage.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { STATS } from '../endpoints.ts';
import { discover } from './discover.ts';

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

  test('where another record stands first each time, of an offset that others call a date', async () => {
    const called = { ...SNAKE, start: 'date_from', end: 'date_to', offset: 'start' };
    const { ask } = service(called, { turning: true, refusesSenseless: true });
    expect((await discover(ask, {})).names).toEqual(called);
  });

  test.each([4, 5, 6, 7, 8, 9, 10])(
    'of no offset by a record that comes after %i requests',
    async (comesAfter) => {
      const called = { ...SNAKE, offset: 'skip' };
      const { ask } = service(called, { records: 2, comesAfter });
      expect((await discover(ask, {})).names.offset).toBe('skip');
      const other = service({ ...SNAKE, offset: 'records_to_leave_out' }, { records: 2, comesAfter });
      expect((await discover(other.ask, {})).names.offset).toBeUndefined();
    },
  );

  test('of dates by the summary, where the list of records always breaks off', async () => {
    const { ask } = service(SNAKE, { refusesSenseless: true });
    const send: typeof ask.send = async (spec) => {
      const answer = await ask.send(spec);
      if (!spec.path.startsWith(STATS)) return answer;
      const broken = { ...answer, failure: { kind: 'cut', message: 'the connection was reset' } as const };
      throw new Inconclusive('the connection was reset, 3 times', [broken, broken, broken]);
    };
    const { names, base } = await discover({ ...ask, send, shared: (_, make) => make({ ...ask, send }) }, {});
    expect([names.start, names.end, names.limit]).toEqual(['start_date', 'end_date', undefined]);
    expect([names.unfound, base.failure?.kind]).toEqual(['usage/stats-is-array', 'cut']);
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

  test.each([
    ['start', 'refused', true, 'start'],
    ['start', 'ignored', false, 'start'],
    ['from', 'ignored', false, 'from'],
    ['after', 'refused', true, 'after'],
    // It may be a cursor, which is no offset.
    ['after', 'ignored', false, undefined],
  ])(
    'of an offset called %s, by what it takes and refuses, where it has no effect and unknown names are %s',
    async (offset, _, refusesUnknown, known) => {
      const called = { ...SNAKE, start: 'date_from', end: 'date_to', offset };
      const options = { refusesSenseless: true, refusesUnknown, deaf: ['offset' as const] };
      expect((await discover(service(called, options).ask, {})).names.offset).toBe(known);
    },
  );

  test('of no offset, where a number may be a moment', async () => {
    const called = { ...SNAKE, start: 'from', end: 'to', offset: 'records_to_leave_out' };
    const { ask } = service(called, { refusesSenseless: true, seconds: true });
    expect((await discover(ask, {})).names.offset).toBeUndefined();
  });

  test.each([
    ['as days', { dateTimes: false }],
    ['as moments', { dateTimes: true }],
    ['and unknown names are refused', { refusesUnknown: true }],
  ])('where nothing is answered without dates, %s', async (_, manner) => {
    const called = { ...SNAKE, start: 'from', end: 'to' };
    const { ask, sent } = service(called, { ...manner, refusesSenseless: true, demandsDates: true });
    const { names, base } = await discover(ask, {});
    expect(names).toMatchObject(called);
    expect(names.demanded?.start).toBe('2000-01-01');
    expect(base.response?.status).toBe(200);
    expect(sent.length).toBeLessThanOrEqual(50);
  });

  test('with dates that the user named, where nothing is answered without', async () => {
    const called = { ...SNAKE, start: 'first_day', end: 'last_day' };
    const { ask } = service(called, { demandsDates: true });
    expect((await discover(ask, called)).names.demanded).toBeDefined();
    expect((await discover(ask, {})).names.demanded).toBeUndefined();
  });

  test('of an offset that has its effect beside a size only', async () => {
    const called = { ...SNAKE, limit: 'take', offset: 'skip' };
    const { ask, sent } = service(called, { offsetNeedsSize: true });
    expect((await discover(ask, {})).names).toEqual(called);
    expect(sent.length).toBeLessThanOrEqual(48);
  });

  test('with one record', async () => {
    const { names } = await discover(service(SNAKE, { refusesSenseless: true, records: 1 }).ask, {});
    expect(names).toEqual(SNAKE);
  });
});
