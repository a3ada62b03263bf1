import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { SNAKE, service } from '../../testing/named-usage.ts';
import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { bodyText } from '../../vocabulary/exchange.ts';
import { DEFAULTS } from '../../vocabulary/settings.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { discover } from '../discovery/discover.ts';
import { walkedHistory } from '../history/closed-history.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { closedHistoryUnchanged } from './history-unchanged.ts';

/** A context whose stats have so many records when they are first walked, and others in each page asked for afterwards. */
function lookedAt(first: number, ...afterwards: number[]): { context: CheckContext; ask: Requester } {
  const manner = { records: first };
  const { ask: plain } = service(SNAKE, manner);
  let isKnown = false;
  const ask: Requester = {
    ...plain,
    send: (spec) => {
      if (isKnown) manner.records = afterwards.length > 1 ? afterwards.shift()! : afterwards[0]!;
      return plain.send(spec);
    },
  };
  const known = new Map<string, unknown>();
  const shared: Requester['shared'] = async ({ name }, make) => {
    if (!known.has(name)) known.set(name, await make(sharing));
    // What is shared stands for the first walk: everything later finds the others.
    if (name === 'usage/frame') isKnown = true;
    return known.get(name) as Awaited<ReturnType<typeof make>>;
  };
  const sharing: Requester = { ...ask, shared };
  const settings = { ...DEFAULTS, usageRange: { from: '2026-01-01', to: '2026-01-31' } };
  const random = () => 0;
  const usageNames = () => shared(answerKey<Discovered>('usage/names'), (own) => discover(own, {}));
  return { context: { ...sharing, settings, random, usageNames } as unknown as CheckContext, ask: sharing };
}

test('closed days that are the same when they are asked for once more stand', async () => {
  const { context, ask } = lookedAt(30, 30);
  await expect(closedHistoryUnchanged(context, ask)).resolves.toBeUndefined();
});

test.each([
  ['grew', 31],
  ['shrank', 29],
])('nothing is decided about closed days that %s meanwhile', async (_, afterwards) => {
  const { context, ask } = lookedAt(30, afterwards);
  await expect(closedHistoryUnchanged(context, ask)).rejects.toThrow(Inconclusive);
});

test('nothing is decided where the closed days of the second round are no longer those of the first', async () => {
  const before = lookedAt(30, 29);
  const after = lookedAt(29, 29);
  await expect(closedHistoryUnchanged(before.context, after.ask)).rejects.toThrow(Inconclusive);
  await expect(closedHistoryUnchanged(after.context, after.ask)).resolves.toBeUndefined();
});

test('what only pages of one size show is no change of closed days', async () => {
  const { context, ask } = lookedAt(30, 31, 30);
  await expect(closedHistoryUnchanged(context, ask)).resolves.toBeUndefined();
});

test('what pages of no two sizes agree on is no change of closed days', async () => {
  const { context, ask } = lookedAt(30, 27, 33, 30);
  await expect(closedHistoryUnchanged(context, ask)).resolves.toBeUndefined();
});

test('nothing is decided about closed days that grow again and again', async () => {
  const { context, ask } = lookedAt(30, 31, 32, 33);
  await expect(closedHistoryUnchanged(context, ask)).rejects.toThrow(Inconclusive);
});

/** Other records in place of the first ten. */
const withOthers = (records: readonly Record<string, unknown>[]) =>
  records.map((record, i) => (i < 10 ? { ...record, id: String(record.id).replace(/^0/, '9') } : record));

test.each([
  ['the days changed between its pages', false],
  ['pages of its size have them still', true],
])('a walk has as many records as others, and other ones: %s', async (_, isOfSize) => {
  const { context, ask } = lookedAt(30, 30);
  const known = await walkedHistory(context, ask);
  const records = known.first.records as Record<string, unknown>[];
  const parts = [withOthers(records).slice(0, 20), records.slice(20)];
  const torn = snapshotOf(
    parts.map((part) => ({ exchange: known.first.exchange, records: part })),
    true,
  );
  Object.assign(known, { history: torn });
  const send: Requester['send'] = async (spec) => {
    const answer = await ask.send(spec);
    const isOwn =
      new URL(spec.path, 'http://service.test').searchParams.get('limit') === `${known.paging.size}`;
    if (!isOwn || !isOfSize) return answer;
    return exchange({ url: answer.request.url, body: withOthers(JSON.parse(bodyText(answer))) });
  };
  const done = closedHistoryUnchanged(context, { ...ask, send });
  if (isOfSize) await expect(done).resolves.toBeUndefined();
  else await expect(done).rejects.toThrow('changed between two pages');
});
