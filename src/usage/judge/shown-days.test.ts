import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { HistoryTotals } from '../walk/history-totals.ts';
import { holdsShownDays } from './shown-days.ts';

const record = (date: string) => ({
  id: `r-${date}`,
  user_id: 'u',
  org_id: 'o',
  email: 'a@example.org',
  model: 'm',
  model_provider: 'p',
  source: 'api',
  input_tokens: 1,
  output_tokens: 1,
  total_tokens: 2,
  total_requests: 1,
  date: `${date}T00:00:00Z`,
  created_at: `${date}T00:00:00Z`,
});
const range = { start: '2026-01-01', end: '2026-01-31' } as const;

function evidence(shown: readonly string[], ofRange: readonly string[]) {
  const history = new HistoryTotals(true, false);
  history.addPage({ exchange: exchange({ id: 'e2' }), records: ofRange.map(record) });
  const base = exchange({ id: 'e1', body: shown.map(record) });
  return { found: { base }, range, history: history.end() } as never;
}

test.each([
  ['holds the days that are shown', ['2026-01-10', '2026-01-11'], ['2026-01-10', '2026-01-11'], 0],
  ['lacks one of them', ['2026-01-10', '2026-01-11'], ['2026-01-11'], 1],
  ['lacks one at its end', ['2026-01-30', '2026-01-11'], ['2026-01-11'], 0],
  ['lacks one at its start', ['2026-01-02', '2026-01-11'], ['2026-01-11'], 0],
  ['has others that are not shown', ['2026-01-11'], ['2026-01-10', '2026-01-11'], 0],
])('a range %s', (_, shown, ofRange, breaches) => {
  const found = holdsShownDays(evidence(shown, ofRange));
  expect(found).toHaveLength(breaches);
  if (breaches > 0) expect(found[0]!.exchanges).toEqual(['e2', 'e1']);
});
