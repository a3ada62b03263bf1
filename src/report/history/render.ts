import type { Verdict } from '../../vocabulary/verdict.ts';
import { badge } from '../html/head.ts';
import { html, type Markup } from '../html/markup.ts';
import { bar, duration, HEIGHT, picture, strip, WIDTH } from '../html/pictures/chart.ts';
import { plainPage } from '../html/plain-page.ts';
import type { Palette } from '../palette.ts';
import { oneLine, shorten } from '../text.ts';
import { factsOf, type History } from './history.ts';

/** Checks that are listed on the terminal; the page has them all. */
const LISTED = 40;

/** One target over many runs, for a terminal: a line a run, then what changed, a mark a run. */
export function historyText({ runs, changed, cautions }: History, paint: Palette): string {
  const rows = runs.map(factsOf);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const width = (name: string) =>
    Math.max(name.length, ...rows.map((row) => shorten(row[name] ?? '', 40).length));
  const line = (cell: (name: string) => string) =>
    names
      .map((name) => cell(name).padEnd(width(name)))
      .join('  ')
      .trimEnd();
  const ids = Math.max(0, ...changed.slice(0, LISTED).map(({ id }) => id.length));
  const more = changed.length - LISTED;
  return [
    paint('bold', oneLine(runs.at(-1)!.report.target.baseUrl)),
    ...cautions.map((words) => paint('yellow', words)),
    '',
    paint(
      'dim',
      line((name) => name),
    ),
    ...rows.map((row) => oneLine(line((name) => shorten(row[name] ?? '', 40)))),
    '',
    runs.length === 1
      ? 'One run: give more folders, or a folder of reports, to compare.'
      : changed.length === 0
        ? 'Every check ended alike in all of them.'
        : paint('bold', 'Ended differently, run by run'),
    ...changed.slice(0, LISTED).map(({ id, marks }) => `${id.padEnd(ids)}  ${marks.join(' ')}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
    '',
  ].join('\n');
}

/** The same as a page: verdicts, latencies and cost, and the checks that changed. */
export function historyPage(history: History): string {
  const { runs, cautions } = history;
  const body = html`${cautions.map((words) => html`<p class="ended">${words}</p>`)}
${runTable(history)}<h2>Latency and cost</h2>${latencyPicture(history)}${costPicture(history)}${changedTable(history)}`;
  const { baseUrl } = runs.at(-1)!.report.target;
  return plainPage(`${runs.length} runs of ${baseUrl}`, `${runs.length} runs of ${baseUrl}`, body, {
    wide: true,
  });
}

function runTable({ runs }: History): Markup {
  const rows = runs.map(factsOf);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table class="runs"><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map((row, i) => html`<tr>${names.map((name, at) => (at === 0 ? html`<th scope="row"><a href="${runs[i]!.page}">${row[name]}</a></th>` : html`<td>${row[name] ?? ''}</td>`))}</tr>\n`)}</tbody></table></div>`;
}

/** A bar a run: the light part up to the ninetieth percentile, the dark one up to the median. */
function latencyPicture({ latencies }: History): Markup | false {
  return picture(
    'Latency over the runs',
    'A bar a run, the earliest first: filled up to the median, outlined up to the ninetieth percentile. Each row has a scale of its own.',
    ['Endpoint', 'Runs', 'p50 of the first and the last', 'p90 of the first and the last'],
    latencies.map(({ endpoint, p50, p90 }) => {
      const most = Math.max(1, ...p90.map((ms) => ms ?? 0));
      const shapes = p50.flatMap((ms, i) => {
        const upper = p90[i];
        return ms === undefined || upper === undefined
          ? []
          : [columnOf(i, p50.length, upper / most, 'outline'), columnOf(i, p50.length, ms / most, 'fill')];
      });
      return { cells: [endpoint, strip(...shapes), ends(p50), ends(p90)] };
    }),
  );
}

function costPicture({ runs }: History): Markup | false {
  const row = (name: string, values: readonly number[], digits = 0) => {
    const most = Math.max(1e-9, ...values);
    const shapes = values.map((value, i) => columnOf(i, values.length, value / most, 'fill'));
    return { cells: [name, strip(...shapes), values[0]!.toFixed(digits), values.at(-1)!.toFixed(digits)] };
  };
  const usd = runs.map(({ report }) => report.cost.usd);
  return picture(
    'Cost over the runs',
    'A bar a run, the earliest first; each row has a scale of its own.',
    ['What', 'Runs', 'First', 'Last'],
    [
      row(
        'requests',
        runs.map(({ report }) => report.cost.requests),
      ),
      row(
        'completions billed',
        runs.map(({ report }) => report.cost.billed),
      ),
      row(
        'tokens used',
        runs.map(({ report }) => report.cost.tokensReported.total),
      ),
      ...(usd.every((value) => value !== undefined) ? [row('USD', usd, 4)] : []),
    ],
  );
}

function columnOf(at: number, of: number, share: number, kind: string): Markup {
  const wide = WIDTH / Math.max(of, 8);
  return bar(at * wide + 1, (at + 1) * wide - 1, kind, HEIGHT - Math.max(1, share * (HEIGHT - 2)), HEIGHT);
}

function ends(values: readonly (number | undefined)[]): string {
  const words = (ms: number | undefined) => (ms === undefined ? '–' : duration(ms));
  return `${words(values[0])} → ${words(values.at(-1))}`;
}

function changedTable({ runs, changed }: History): Markup {
  if (changed.length === 0) return html`<p>Every check ended alike in all of them.</p>`;
  return html`<h2>Ended differently <span class="many">${changed.length}</span></h2>
<div class="scroll both" tabindex="0" role="region" aria-label="Checks by run"><table class="matrix"><thead><tr><th scope="col">Check</th>
${runs.map(({ page, report }) => html`<th scope="col"><a href="${page}">${report.startedAt.slice(0, 16).replace('T', ' ')}</a></th>`)}</tr></thead><tbody>
${changed.map(({ id, verdicts }) => html`<tr><th scope="row"><code>${id}</code></th>${verdicts.map((verdict, i) => (verdict === undefined ? html`<td>absent</td>` : html`<td><a href="${runs[i]!.page}#${id}">${badge(verdict as Verdict)}</a></td>`))}</tr>\n`)}</tbody></table></div>`;
}
