import type { UsageCounts, UsageDays, UsageLines } from '../../../vocabulary/usage-days.ts';
import { html, type Markup } from '../../markup.ts';
import type { Report } from '../../model.ts';
import { bar, HEIGHT, picture, strip } from './chart.ts';

type Day = UsageDays['days'][number];
type Side = 'stats' | 'summary' | 'export';

/** The three totals side by side, with the differing days, records and rows. */
export function usagePicture({ usageDays }: Report): Markup | false {
  if (!usageDays || usageDays.days.length === 0) return false;
  const { from, to, days, totals, where, lines } = usageDays;
  const wrong = new Set(
    days.filter((d) => differ(d) || where.some((words) => words.includes(`on ${d.day}:`))),
  );
  // The table of the record shows the differences of the export already.
  const untold = lines ? where.filter((words) => !words.includes(', export ')) : where;
  const side = (name: Side, drawing: Markup | string) => {
    const counts = totals[name];
    const off = (['requests', 'tokens'] as const).some((m) => counts && counts[m] !== totals.stats[m]);
    const told = (['requests', 'tokens'] as const).flatMap((m) => [
      counts?.[m] ?? '–',
      name === 'stats' || !counts ? '' : more(counts[m], totals.stats[m]),
    ]);
    return { cells: [name, counts ? drawing : 'not read', ...told], bad: off };
  };
  return html`<div id="usage">${picture(
    'Usage per day',
    `Closed days from ${from} to ${to}, one bar per day. Red bars are days on which stats and export differ. The first and last day may be outside the range.`,
    ['Endpoint', 'Requests per day', 'Requests', 'Difference', 'Tokens', 'Difference'],
    [
      side('stats', drawn(days, 'stats', wrong)),
      side('summary', 'one sum'),
      side('export', drawn(days, 'export', wrong)),
    ],
  )}${picture(
    'Days that differ',
    'Sums by the date of records and rows.',
    ['Day', 'Requests: stats', 'export', 'Tokens: stats', 'export'],
    [...wrong]
      .filter(({ stats, export: rows }) => JSON.stringify(stats) !== JSON.stringify(rows))
      .map(({ day, stats, export: rows }) => ({
        cells: [
          `▲ ${day}`,
          ...(['requests', 'tokens'] as const).flatMap((m) => [
            stats?.[m] ?? 'absent',
            rows?.[m] ?? 'absent',
          ]),
        ],
        bad: true,
      })),
  )}${lines && linesPicture(lines)}${untold.length > 0 && html`<ul class="changes">${untold.map((words) => html`<li>${words}</li>`)}</ul>`}</div>`;
}

/** Whether stats and export differ on a day; an edge day counts only if a row was found. */
function differ({ stats, export: rows, edge }: Day): boolean {
  if (edge || (!stats && !rows)) return false;
  return stats?.requests !== rows?.requests || stats?.tokens !== rows?.tokens;
}

/** The record that differs between its neighbours; each count as the stats and as the export show it. */
function linesPicture({ day, lines }: UsageLines): Markup | false {
  const measures = [...new Set(lines.flatMap((l) => Object.keys({ ...l.stats, ...l.export })))];
  const cell = (stats: string | undefined, rows: string | undefined) =>
    stats === rows ? (stats ?? '') : html`<mark>${stats ?? 'absent'} → ${rows ?? 'absent'}</mark>`;
  return picture(
    `Differing record on ${day}`,
    'With the adjacent records. An arrow leads from the count in the stats to a different count in the export.',
    ['Record', 'Row', ...measures.map((m) => m.replaceAll('_', ' '))],
    lines.map(({ label, row, stats, export: rows, differs }) => ({
      cells: [
        differs ? `▲ ${label}` : label,
        row ?? 'absent',
        ...measures.map((m) => cell(stats?.[m], rows?.[m])),
      ],
      bad: differs === true,
    })),
  );
}

function drawn(days: readonly Day[], name: 'stats' | 'export', wrong: ReadonlySet<Day>): Markup {
  const many = (day: Day) => Number(day[name]?.requests ?? 0);
  const most = Math.max(1, ...days.map((d) => Math.max(Number(d.stats?.requests ?? 0), many(d))));
  const wide = 1 / Math.max(days.length, 8);
  const shapes = days.map((day, i) =>
    bar(
      i * wide,
      (i + 0.85) * wide,
      wrong.has(day) ? 'over' : 'fill',
      HEIGHT - Math.max(1, (many(day) / most) * (HEIGHT - 2)),
    ),
  );
  return strip(...shapes);
}

/** The difference of a count from that of the stats. */
function more(count: UsageCounts[keyof UsageCounts], stats: string): string {
  const difference = BigInt(count) - BigInt(stats);
  return difference === 0n ? 'none' : `▲ ${difference > 0n ? '+' : ''}${difference}`;
}
