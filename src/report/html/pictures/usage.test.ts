import { expect, it } from 'vitest';
import { endLine, facts, result, runLine } from '../../../testing/journal.ts';
import type { UsageDays } from '../../../vocabulary/usage-days.ts';
import { buildReport } from '../../build.ts';
import { asReport } from '../../validate.ts';
import { usagePicture } from './usage.ts';

const counts = (requests: number) => ({ requests: String(requests), tokens: String(10 * requests) });

const DAYS: UsageDays = {
  from: '2026-01-01',
  to: '2026-01-05',
  totals: { stats: counts(60), summary: counts(60), export: counts(48) },
  days: [
    { day: '2026-01-01', stats: counts(10), edge: true },
    { day: '2026-01-02', stats: counts(20), export: counts(20) },
    { day: '2026-01-03', stats: counts(20), export: counts(18) },
    { day: '2026-01-05', stats: counts(10), export: counts(10), edge: true },
  ],
  where: ['requests on 2026-01-03: records 20, export 18; record <r1>, row 7 of the export'],
};

async function picture(usageDays?: UsageDays): Promise<string> {
  const report = await buildReport(async function* () {
    yield runLine([facts('usage/totals-requests')]);
    if (usageDays) yield { type: 'discovery', usageDays } as const;
    yield result('usage/totals-requests', 'pass');
    yield endLine(0, 1);
  }, {});
  return String(usagePicture(asReport(report)));
}

it('marks the days that differ, not those at the edges, and names the row', async () => {
  const html = await picture(DAYS);
  expect(html.match(/class="over"/g)).toHaveLength(2);
  expect(html).toContain('<th scope="row">▲ 2026-01-03</th><td>20</td><td>18</td><td>200</td><td>180</td>');
  expect(html).not.toContain('▲ 2026-01-01');
  expect(html).toContain('<td>48</td><td>▲ -12</td>');
  expect(html).toContain('record &lt;r1&gt;, row 7 of the export');
});

it('shows the record that differs between its neighbours', async () => {
  const line = { stats: { total_requests: '9' }, export: { total_requests: '9' } };
  const differing = { ...line, label: 'record <r2>', row: 7, export: { total_requests: '8' } };
  const lines = {
    day: '2026-01-03',
    lines: [
      { label: 'r1', row: 6, ...line },
      { ...differing, differs: true as const },
    ],
  };
  const html = await picture({ ...DAYS, lines });
  expect(html).toContain('<th scope="row">▲ record &lt;r2&gt;</th><td>7</td><td><mark>9 → 8</mark></td>');
  expect(html).toContain('<th scope="row">r1</th><td>6</td><td>9</td>');
  expect(html).not.toContain('record &lt;r1&gt;');
});

it('marks a day at the edge where a row of it was found', async () => {
  const html = await picture({ ...DAYS, where: ['requests on 2026-01-01: records 10, export 0'] });
  expect(html).toContain('▲ 2026-01-01');
});

it('is left out where nothing was compared', async () => {
  expect(await picture()).toBe('false');
});
