import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import type { CheckContext } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { fitsSchema } from '../judge/history.ts';
import { recordsOfTheseDays } from './live-totals.ts';

const TODAY = {
  ...usageRecord(1, { created_at: '2026-03-12T10:00:00Z' }),
  id: uuid(1),
  date: '2026-03-12T00:00:00Z',
};

/** What is said of the records of these days of a service that shows this. */
async function told(body: unknown, { status = 200, dated = true } = {}) {
  const base = { ...exchange({ body: [] }), startedAt: Date.parse('2026-03-12T12:00:00Z') };
  const names = dated ? { start: 'from', end: 'to' } : {};
  const found: Discovered = { names, unknownNames: 'ignored', stableIds: true, base, drifted: [] };
  const asked: string[] = [];
  const context: Partial<CheckContext> = {
    round: 1,
    send: async ({ path }) => {
      asked.push(path);
      return exchange({ status, body });
    },
    usageNames: async () => found,
    shared: (_, make) => make(context as CheckContext),
  };
  const records = await recordsOfTheseDays(context as CheckContext, context as CheckContext);
  return { findings: records && fitsSchema(records).length, asked: asked.length };
}

test('a record of today that fits', async () => {
  expect(await told([TODAY])).toEqual({ findings: 0, asked: 1 });
});

test('a record of today that does not fit', async () => {
  expect(await told([{ ...TODAY, id: 'pending' }])).toEqual({ findings: 1, asked: 1 });
});

test('nothing is said where they do not come, or can not be asked for', async () => {
  expect((await told({}, { status: 422 })).findings).toBeUndefined();
  expect(await told([TODAY], { dated: false })).toEqual({ findings: undefined, asked: 0 });
});
