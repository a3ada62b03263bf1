import { bar, duration, HEIGHT, picture, strip } from '../html/pictures/chart.ts';
import { html, type Markup } from '../markup.ts';
import type { ReportTimings } from '../model.ts';
import type { Palette } from '../palette.ts';
import { oneLine, shorten } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';
import { cautionsOf, factsOf, type RunColumn } from './facts.ts';
import { checksBySection } from './matrix.ts';
import { sideBySidePage } from './page.ts';

/** Checks listed on the terminal; the page has all. */
const LISTED = 40;
/** Facts that fit a terminal line. */
const IN_A_LINE = [
  'when',
  'verdict',
  'failed',
  'warned',
  'no verdict',
  'p50 ms',
  'p90 ms',
  'billed',
  'tokens',
  'USD',
];

/** Runs of one service, the earliest first. */
export function inOrder(runs: readonly RunColumn[]): RunColumn[] {
  return runs.toSorted((a, b) => a.report.startedAt.localeCompare(b.report.startedAt));
}

/** One service over many runs, for a terminal: a line per run, then the changes with a mark per run. */
export function historyText(given: readonly RunColumn[], paint: Palette): string {
  const runs = inOrder(given);
  const rows = runs.map(({ report }) => factsOf(report));
  const names = IN_A_LINE.filter((name) => rows.some((row) => row[name] !== undefined));
  const cell = (row: Record<string, string>, name: string) => shorten(row[name] ?? '', 40);
  const width = (name: string) => Math.max(name.length, ...rows.map((row) => cell(row, name).length));
  const line = (of: (name: string) => string) =>
    oneLine(
      names
        .map((name) => of(name).padEnd(width(name)))
        .join('  ')
        .trimEnd(),
    );
  const changed = checksBySection(runs)
    .flatMap(({ rows: checks }) => checks)
    .filter(({ cells }) => new Set(cells).size > 1);
  const ids = Math.max(0, ...changed.slice(0, LISTED).map(({ id }) => id.length));
  const mark = (verdict: string | undefined) => FOREIGN[verdict as keyof typeof FOREIGN]?.mark ?? ' ';
  const more = changed.length - LISTED;
  const alike =
    runs.length === 1
      ? 'Only one run: give more folders, or a folder of reports, to compare.'
      : 'All runs have the same verdicts.';
  return [
    paint('bold', oneLine(runs.at(-1)!.report.target.baseUrl)),
    ...cautionsOf(runs.map(({ report }) => report)).map((words) => paint('yellow', words)),
    '',
    paint(
      'dim',
      line((name) => name),
    ),
    ...rows.map((row) => line((name) => cell(row, name))),
    '',
    changed.length === 0 ? alike : paint('bold', 'Different verdicts, by run'),
    ...changed.slice(0, LISTED).map(({ id, cells }) => `${id.padEnd(ids)}  ${cells.map(mark).join(' ')}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
    '',
  ].join('\n');
}

/** The same as a page, with latency and cost over the runs. */
export function historyPage(given: readonly RunColumn[]): string {
  const runs = inOrder(given);
  const reports = runs.map(({ report }) => report);
  return sideBySidePage({
    heading: `${runs.length} runs of ${reports.at(-1)!.target.baseUrl}`,
    runs: runs.map((run) => ({ ...run, name: run.report.startedAt.slice(0, 16).replace('T', ' ') })),
    cautions: cautionsOf(reports),
    pictures: runs.length > 1 && html`<h2>Latency and cost</h2>${latencyPicture(runs)}${costPicture(runs)}`,
    groups: checksBySection(runs),
  });
}

/** One bar per run: filled up to the median, outlined up to the ninetieth percentile. */
function latencyPicture(runs: readonly RunColumn[]): Markup | false {
  const nameOf = ({ endpoint, measure }: ReportTimings) =>
    measure === 'first byte' ? `${endpoint}, first byte` : endpoint;
  const timings = runs.map(({ report }) => new Map((report.timings ?? []).map((t) => [nameOf(t), t])));
  const names = new Set(timings.flatMap((its) => [...its.keys()]));
  return picture(
    'Latency over the runs',
    'One bar per run, earliest first. Filled: p50; outlined: p90. Each row has its own scale.',
    ['Endpoint', 'Runs', 'p50, first and last', 'p90, first and last'],
    [...names].map((name) => {
      const found = timings.map((its) => its.get(name));
      const most = Math.max(1, ...found.map((t) => t?.p90 ?? 0));
      const shapes = found.flatMap((t, i) =>
        t
          ? [column(i, found.length, t.p90 / most, 'outline'), column(i, found.length, t.p50 / most, 'fill')]
          : [],
      );
      const words = (t: ReportTimings | undefined, of: 'p50' | 'p90') => (t ? duration(t[of]) : '–');
      const ends = (of: 'p50' | 'p90') => `${words(found[0], of)} → ${words(found.at(-1), of)}`;
      return { cells: [name, strip(...shapes), ends('p50'), ends('p90')] };
    }),
  );
}

function costPicture(runs: readonly RunColumn[]): Markup | false {
  const facts = runs.map(({ report }) => factsOf(report));
  const names = ['requests', 'billed', 'tokens', 'USD'].filter((name) =>
    facts.every((f) => f[name] !== undefined),
  );
  return picture(
    'Cost over the runs',
    'One bar per run, earliest first. Each row has its own scale.',
    ['Amount', 'Runs', 'First', 'Last'],
    names.map((name) => {
      const values = facts.map((f) => Number(f[name]));
      const most = Math.max(1e-9, ...values);
      const shapes = values.map((value, i) => column(i, values.length, value / most, 'fill'));
      return { cells: [name, strip(...shapes), facts[0]![name]!, facts.at(-1)![name]!] };
    }),
  );
}

function column(at: number, of: number, share: number, kind: string): Markup {
  const wide = 1 / Math.max(of, 8);
  return bar(at * wide, (at + 0.85) * wide, kind, HEIGHT - Math.max(1, share * (HEIGHT - 2)), HEIGHT);
}
