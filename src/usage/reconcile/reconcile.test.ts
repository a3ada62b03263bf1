import { expect, test } from 'vitest';
import type { Change } from '../../../reference/src/behaviour.ts';
import type { UsageRecord } from '../../../reference/src/usage-record.ts';
import { checks as totals } from '../../../suites/2.8-totals.ts';
import { checks as filters } from '../../../suites/4.2-filters.ts';
import { checks as stats } from '../../../suites/4.2-stats.ts';
import { checks as summary } from '../../../suites/4.3-summary.ts';
import { checks as exports } from '../../../suites/4.4-export.ts';
import { runAgainst } from '../../proof/against.ts';

const CHECKS = [...stats, ...filters, ...summary, ...exports, ...totals];

async function red(change: Change) {
  const { results, pseudonyms } = await runAgainst(CHECKS, { changes: [change], seed: 1 });
  const lines = results.filter(
    (line) => line.verdict === 'fail' || line.verdict === 'warn' || line.verdict === 'error',
  );
  const pseudonymOf = (id: string) => {
    const [record] = JSON.parse(Buffer.from(pseudonyms.body(Buffer.from(`[{"id":"${id}"}]`))).toString());
    return record.id;
  };
  return { lines, pseudonymOf };
}

/** The summary leaves out the record with the most tokens of its day. */
const oneWholeRecord =
  (picked: { record?: UsageRecord | undefined }): Change =>
  (before) => ({
    summarize: (source, query, request) => {
      const sums = before.summarize(source, query, request);
      const records = source.list({ ...query, limit: 1000, offset: 0 });
      picked.record ??= records[MIDDLE];
      const lost = records.find((record) => record.id === picked.record?.id);
      if (!lost) return sums;
      return { ...sums, total_input_tokens: sums.total_input_tokens - lost.input_tokens };
    },
  });

/** Somewhere in the middle of the history. */
const MIDDLE = 150;

/** One row of the export, the same in every answer, has a token more. */
const oneRow =
  (picked: { record?: UsageRecord | undefined }): Change =>
  (before) => ({
    exported: function* (source, query, request) {
      picked.record ??= source.list({ ...query, limit: 1000, offset: 0 })[MIDDLE];
      for (const record of before.exported(source, query, request)) {
        const isIt = picked.record?.id === record.id;
        yield isIt
          ? { ...record, input_tokens: record.input_tokens + 1, total_tokens: record.total_tokens + 1 }
          : record;
      }
    },
  });

/** The summary leaves out a request of one record. */
const oneRequest =
  (picked: { record?: UsageRecord | undefined }): Change =>
  (before) => ({
    summarize: (source, query, request) => {
      const sums = before.summarize(source, query, request);
      const records = source.list({ ...query, limit: 1000, offset: 0 });
      picked.record ??= records[MIDDLE];
      const isIn = records.some((record) => record.id === picked.record?.id);
      return isIn ? { ...sums, total_requests: sums.total_requests - 1 } : sums;
    },
  });

test('a token more in one exported row is one finding, which names day, record and both numbers', async () => {
  const picked: { record?: UsageRecord | undefined } = {};
  const { lines, pseudonymOf } = await red(oneRow(picked));
  expect(lines.map((line) => `${line.id} ${line.verdict}`)).toEqual(['usage/totals-input-tokens fail']);
  const { actual } = lines[0]!.findings[0]!;
  const { id, date, input_tokens: tokens } = picked.record!;
  expect(actual).toContain(`${date.slice(0, 10)}: `);
  // The service's own id is never shown: records and rows contain the same pseudonym.
  const named = /; record ([^,]+), /.exec(actual)![1]!;
  expect(named).not.toBe(id);
  expect(named).toBe(pseudonymOf(id));
  expect(actual).toMatch(/, row \d+ of the export from/);
  expect(actual).toContain(`records ${tokens}, export ${tokens + 1}`);
});

test('a request that the summary leaves out is one finding, which names the day', async () => {
  const picked: { record?: UsageRecord | undefined } = {};
  const { lines } = await red(oneRequest(picked));
  expect(lines.map((line) => `${line.id} ${line.verdict}`)).toEqual(['usage/totals-requests fail']);
  expect(lines[0]!.findings[0]!.actual).toContain(`${picked.record!.date.slice(0, 10)}: `);
});

test('what the summary leaves out is followed to the record that has as much', async () => {
  const picked: { record?: UsageRecord | undefined } = {};
  const { lines, pseudonymOf } = await red(oneWholeRecord(picked));
  const line = lines.find(({ id }) => id === 'usage/totals-input-tokens')!;
  const { actual } = line.findings[0]!;
  const { id, date, model } = picked.record!;
  expect(actual).toContain(`${date.slice(0, 10)}: this day adds `);
  const named = /; exactly the difference: record ([^,]+), model ("(?:[^"\\]|\\.)*")/.exec(actual)!;
  expect(named[1]).toBe(pseudonymOf(id));
  expect(JSON.parse(named[2]!)).toBe(model);
});
