import { VERDICTS, type Verdict } from '../../vocabulary/verdict.ts';
import { badge } from '../html/head.ts';
import { plainPage } from '../html/plain-page.ts';
import { html, type Markup } from '../markup.ts';
import { shorten } from '../text.ts';
import { factsOf, type RunColumn } from './facts.ts';

/** A check in all runs. */
export interface SideRow {
  id: string;
  title?: string;
  /** A verdict or another text for each run; undefined if the run lacks the check. */
  cells: readonly (string | undefined)[];
  /** Result of the last run of it. */
  detail?: string;
}

/** Rows that belong together: a section, or a kind of change. */
export interface SideGroup {
  title: string;
  worse?: boolean;
  rows: readonly SideRow[];
}

interface SideBySide {
  title?: string;
  heading: string;
  runs: readonly RunColumn[];
  cautions?: readonly string[];
  groups: readonly SideGroup[];
}

/** The length of a text on the page: an untrusted report may contain any. */
const TEXT_AT_MOST = 600;

/** Facts that are omitted if all runs share them. */
const ONLY_DIFFERING = new Set(['target', 'model', 'profile, seed', 'version']);

/** Several runs as one page: a line of facts for each, then a row for each check and a column for each run. */
export function sideBySidePage(page: SideBySide): string {
  const { heading, title = heading, runs, cautions = [] } = page;
  const groups = page.groups.filter(({ rows }) => rows.length > 0);
  const body = html`${cautions.map((words) => html`<p class="ended">${words}</p>`)}
${factTable(runs)}${groups.length === 0 ? html`<p>All checks have the same verdict in all runs.</p>` : checkTable(runs, groups)}`;
  return plainPage(title, heading, body);
}

function factTable(runs: readonly RunColumn[]): Markup {
  const rows = runs.map(({ report }) => factsOf(report));
  const isTold = (name: string) =>
    name === 'when' ? rows.some((row, i) => row.when !== runs[i]!.name) : !ONLY_DIFFERING.has(name);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => isTold(name) || (name !== 'when' && new Set(rows.map((row) => row[name])).size > 1),
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table class="runs"><thead><tr><th scope="col">run</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map((row, i) => html`<tr><th scope="row"><a href="${runs[i]!.page}">${shorten(runs[i]!.name, 80)}</a></th>${names.map((name) => html`<td>${row[name] ?? ''}</td>`)}</tr>\n`)}</tbody></table></div>`;
}

function checkTable(runs: readonly RunColumn[], groups: readonly SideGroup[]): Markup {
  const rows = groups.flatMap((group) => group.rows);
  const differing = rows.filter(differs).length;
  const choice =
    differing < rows.length &&
    html`<p><label><input type="checkbox" id="differences-only"${differing > 0 && html` checked`}> Differences only</label> (${differing} of ${rows.length} checks differ)</p>`;
  const hasDetails = rows.some((row) => row.detail !== undefined);
  const columns = runs.length + (hasDetails ? 2 : 1);
  return html`${choice}<div class="scroll both" tabindex="0" role="region" aria-label="Checks by run"><table class="matrix"><thead><tr><th scope="col">Check</th>
${runs.map(({ name, page }) => html`<th scope="col"><a href="${page}">${shorten(name, 80)}</a></th>`)}${hasDetails && html`<th scope="col">Result of the last run</th>`}</tr></thead>
${groups.map(
  ({
    title,
    worse,
    rows: members,
  }) => html`<tbody><tr><th colspan="${columns}" scope="colgroup"${worse && html` class="worse"`}>${shorten(title, TEXT_AT_MOST)} <span class="many">${shareOf(members)}</span></th></tr>
${members.map((row) => rowOf(row, runs, hasDetails))}</tbody>`,
)}</table></div>`;
}

/** How many checks of a group differ, of how many. */
function shareOf(members: readonly SideRow[]): string {
  const differing = members.filter(differs).length;
  return differing === members.length ? String(differing) : `${differing} of ${members.length}`;
}

function rowOf(row: SideRow, runs: readonly RunColumn[], hasDetails: boolean): Markup {
  const { id, title, cells, detail } = row;
  return html`<tr${differs(row) && html` class="differ"`}><th scope="row"><code>${id}</code>${title !== undefined && html`<br><small>${shorten(title, TEXT_AT_MOST)}</small>`}</th>${cells.map((cell, i) => cellOf(cell, `${runs[i]!.page}#${id}`))}${hasDetails && html`<td class="foreign">${shorten(detail ?? '', TEXT_AT_MOST)}</td>`}</tr>\n`;
}

function cellOf(cell: string | undefined, link: string): Markup {
  if (cell === undefined) return html`<td>absent</td>`;
  const verdict = VERDICTS.find((v): v is Verdict => v === cell);
  return html`<td><a href="${link}">${verdict ? badge(verdict) : shorten(cell, TEXT_AT_MOST)}</a></td>`;
}

/** Whether the runs differ; a run without the check differs from one with it. */
function differs({ cells }: SideRow): boolean {
  return new Set(cells).size > 1;
}
