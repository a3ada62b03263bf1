import type { UsageCounts, UsageDays } from '../../../vocabulary/usage-days.ts';
import type { Report } from '../../model.ts';
import { html, type Markup } from '../markup.ts';
import { bar, HEIGHT, picture, strip, WIDTH } from './chart.ts';

type Day = UsageDays['days'][number];

/** Usage a day as the stats, the summary and the export tell it, with the days on which they differ. */
export function usagePicture({ usageDays }: Report): Markup | false {
  if (!usageDays || usageDays.days.length === 0) return false;
  const { from, to, days, totals, where } = usageDays;
  const wrong = new Set(
    days.filter((d) => differ(d) || where.some((words) => words.includes(`on ${d.day}:`))),
  );
  const side = (name: 'stats' | 'export') => ({
    cells: [
      name,
      totals[name] ? drawn(days, name, wrong) : 'not read',
      ...told(totals[name]),
      mark(totals, name),
    ],
    bad: name === 'export' && off(totals, name),
  });
  const summary = {
    cells: ['summary', 'one sum for all', ...told(totals.summary), mark(totals, 'summary')],
    bad: off(totals, 'summary'),
  };
  return html`${picture(
    'Usage a day',
    `Requests of closed days from ${from} to ${to}, a column a day, the earliest first; a column from top to bottom is a day on which stats and export differ. Days at the edges belong to the range or not as the service likes it.`,
    ['Endpoint', 'Requests a day', 'Requests', 'Tokens', 'Beside the stats'],
    [side('stats'), summary, side('export')],
  )}${picture(
    'Days on which they differ',
    'Summed up by the day that is written in a record or a row.',
    ['Day', 'Stats: requests', 'Export: requests', 'Stats: tokens', 'Export: tokens'],
    [...wrong].map(({ day, stats, export: rows }) => ({
      cells: [`▲ ${day}`, ...pairOf('requests', stats, rows), ...pairOf('tokens', stats, rows)],
      bad: true,
    })),
  )}${where.length > 0 && html`<ul class="changes">${where.map((words) => html`<li>${words}</li>`)}</ul>`}`;
}

/** Whether a day away from the edges is told in two ways; of those at the edges that is known only where a row was found. */
function differ({ stats, export: rows, edge }: Day): boolean {
  if (edge || (!stats && !rows)) return false;
  return stats?.requests !== rows?.requests || stats?.tokens !== rows?.tokens;
}

function drawn(days: readonly Day[], name: 'stats' | 'export', wrong: ReadonlySet<Day>): Markup {
  const many = (day: Day) => Number(day[name]?.requests ?? 0);
  const most = Math.max(1, ...days.map((d) => Math.max(Number(d.stats?.requests ?? 0), many(d))));
  const wide = WIDTH / Math.max(days.length, 8);
  const shapes = days.flatMap((day, i) => {
    const [left, right] = [i * wide, (i + 1) * wide - Math.min(1, wide / 4)];
    const top = HEIGHT - Math.max(0.5, (many(day) / most) * (HEIGHT - 2));
    return [
      ...(wrong.has(day) ? [bar(left, right, 'over', 0, HEIGHT)] : []),
      bar(left, right, 'fill', top, HEIGHT),
    ];
  });
  return strip(...shapes);
}

const told = (counts: UsageCounts | undefined) => [counts?.requests ?? '–', counts?.tokens ?? '–'];

const pairOf = (
  measure: keyof UsageCounts,
  stats: UsageCounts | undefined,
  rows: UsageCounts | undefined,
) => [stats?.[measure] ?? 'absent', rows?.[measure] ?? 'absent'];

function off(totals: UsageDays['totals'], name: 'stats' | 'summary' | 'export'): boolean {
  const counts = totals[name];
  return counts !== undefined && counts.requests !== totals.stats.requests;
}

function mark(totals: UsageDays['totals'], name: 'stats' | 'summary' | 'export'): string {
  const counts = totals[name];
  if (!counts || name === 'stats') return '';
  const more = BigInt(counts.requests) - BigInt(totals.stats.requests);
  return more === 0n ? 'the same' : `▲ ${more > 0n ? `${more} more` : `${-more} fewer`} requests`;
}
