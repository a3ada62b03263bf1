import type { Change } from '../../behaviour.ts';
import { isoDay, parseDay } from '../../calendar.ts';
import { usualQuery } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';

/** Long before any record: a range up to this day is empty. */
const NEVER = 0;

/** The day after the end is computed by adding one to its last two digits, which fails at the end of a month. */
const untilNoDay =
  (endpoint: 'stats' | 'summary' | 'export'): Change =>
  (before) => ({
    usageQuery: (query, request) => {
      const made = before.usageQuery(query, request);
      const text = usualQuery(before, request).get('end_date') ?? '';
      const day = request.endpoint === endpoint ? parseDay(text) : undefined;
      return day !== undefined && isoDay(day + 1).endsWith('-01') ? { ...made, lastDay: NEVER } : made;
    },
  });

/** If only the last month is available, there may be no range with records on both sides of its end. */
const SHORT = { hidden: 'the few returned days may not include the end of a month' };

/** Ranges that end with a month. */
export const months: readonly Fault[] = faults(
  'must',
  ['usage/*'],
  (['stats', 'summary', 'export'] as const).map(
    (endpoint) =>
      [
        `usage/${endpoint}-until-month-end-empty`,
        '4.2',
        `${endpoint}: a range that ends with a month is empty`,
        untilNoDay(endpoint),
        { bases: { 'usage/looks-back-31-days': SHORT, 'usage/keeps-31-days': SHORT } },
      ] as const,
  ),
);
