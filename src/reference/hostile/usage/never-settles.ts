import type { Call, Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Whether the call asks for days that are over. */
const isClosed = ({ query }: Call) => Date.parse(query.get('end_date') ?? '') < Date.now() - 2 * 86_400_000;

/** Waiting for it to stand still takes for ever. */
export const usageNeverSettles: Hostile = {
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
};
