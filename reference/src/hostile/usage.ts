import type { Call, Hostile } from './hostile.ts';
import { inventedRecord } from './invented-record.ts';
import { answer, isStats, isSummary, JSON_TYPE } from './wire.ts';

/** Whether the call requests closed days. */
const isClosed = ({ query }: Call) => Date.parse(query.get('end_date') ?? '') < Date.now() - 2 * 86_400_000;

/** Services that are hostile in their usage pages. */
export const usage: readonly Hostile[] = [
  // A walk over the pages never comes to its end.
  {
    id: 'usage-page-size-ignored',
    title: 'ignores the page size and always has another page of new records',
    expects: {
      exit: 1,
      only: ['4.2'],
      named: true,
      verdicts: {
        'usage/stats-is-array': 'pass',
        'usage/stats-page-size': 'fail',
        'usage/given-names-hold': 'warn',
        'usage/stats-offset': 'inconclusive',
        'accounting/completions': 'inconclusive',
      },
      says: /more than \d+ pages/,
      seconds: 60,
    },
    act: () => {
      let made = 0;
      return (call) => {
        if (!isStats(call)) return call.pass();
        const page = Array.from({ length: 100 }, () => inventedRecord(++made));
        answer(call.socket, '200 OK', [JSON_TYPE], JSON.stringify(page));
      };
    },
  },
  // A walk that counts pages never comes to its end.
  {
    id: 'usage-same-page',
    title: 'answers every offset with the same page',
    expects: {
      exit: 1,
      only: ['4.2'],
      named: true,
      verdicts: {
        'usage/stats-is-array': 'pass',
        'usage/stats-page-size': 'fail',
        'usage/given-names-hold': 'warn',
        // The returned records are compared, whatever their number.
        'usage/stats-offset': 'fail',
        // The other two totals are followed.
        'accounting/completions': 'pass',
      },
      says: /expected: 1 record for page size 1, since more exist; got: 100 records/,
      seconds: 60,
    },
    act: () => {
      const page = JSON.stringify(Array.from({ length: 100 }, (_, i) => inventedRecord(i)));
      return (call) => {
        if (!isStats(call)) return call.pass();
        answer(call.socket, '200 OK', [JSON_TYPE], page);
      };
    },
  },
  // Waiting for stable totals never ends.
  {
    id: 'usage-never-settles',
    title: 'lets the totals of today grow with every look',
    expects: {
      exit: 3,
      only: ['4.3', 'accounting'],
      verdicts: {
        'usage/summary-schema': 'pass',
        'usage/summary-range': 'pass',
        'accounting/completions': 'pass',
        'accounting/no-more-than-sent': 'inconclusive',
      },
      seconds: 60,
    },
    act: () => {
      let total = 1_000_000;
      return (call) => {
        if (!isSummary(call) || isClosed(call)) return call.pass();
        total += 1000;
        const { half, summary } = { half: total / 2, summary: { total_requests: total, unique_users: 1 } };
        const counts = { total_input_tokens: half, total_output_tokens: half, total_tokens: total };
        const others = {
          unique_models: 1,
          unique_providers: 1,
          api_usage: total,
          app_usage: 0,
          date_range_days: 1,
        };
        answer(call.socket, '200 OK', [JSON_TYPE], JSON.stringify({ ...counts, ...summary, ...others }));
      };
    },
  },
];
