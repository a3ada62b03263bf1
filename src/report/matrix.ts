import { badge } from './html/head.ts';
import { html, type Markup } from './html/markup.ts';
import { plainPage } from './html/plain-page.ts';
import type { Report, ReportCheck } from './model.ts';
import { bySection } from './sections.ts';
import { runStatement } from './statement.ts';
import { shorten } from './text.ts';

/** A run, and where its page is, relative to the matrix. */
export interface MatrixColumn {
  name: string;
  report: Report;
  page: string;
}

/** Several runs side by side as one page: a row for each check, a column for each run. */
export function renderMatrix(columns: readonly MatrixColumn[]): string {
  const checks = new Map<string, ReportCheck>();
  for (const { report } of columns) for (const c of report.checks) if (!checks.has(c.id)) checks.set(c.id, c);
  const results = columns.map(
    ({ report }) => new Map<string, ReportCheck>(report.checks.map((c) => [c.id, c])),
  );
  const differing = [...checks.keys()].filter((id) => ended(results, id).size > 1).length;
  const rows = [...bySection([...checks.values()])].map(
    ([
      section,
      members,
    ]) => html`<tbody><tr><th colspan="${columns.length + 1}" scope="colgroup">Section ${section}</th></tr>
${members.map((check) => {
  const cells = results.map((r) => r.get(check.id));
  const differ = ended(results, check.id).size > 1;
  return html`<tr${differ && html` class="differ"`}><th scope="row"><code>${check.id}</code></th>${cells.map((cell, i) => cellOf(cell, columns[i]!.page))}</tr>\n`;
})}</tbody>`,
  );
  const body = html`<p><label><input type="checkbox" id="differences-only"> Differences only</label> (${differing} of ${checks.size} checks ended differently)</p>
<div class="scroll both" tabindex="0" role="region" aria-label="Checks by run"><table class="matrix"><thead><tr><th scope="col">Check</th>
${columns.map(({ name, report, page }) => html`<th scope="col"><a href="${page}">${name}</a><br>${runStatement(report)}<br><small>${report.target.baseUrl} ${report.target.model ?? ''}<br>${shorten(report.summary, 300)}</small></th>`)}
</tr></thead>${rows}</table></div>`;
  return plainPage(`${columns.length} services side by side`, 'Side by side', body, { wide: true });
}

/** How a check ended in all runs; one that a run does not have ended differently from one that it has. */
function ended(results: readonly ReadonlyMap<string, ReportCheck>[], id: string): Set<string | undefined> {
  return new Set(results.map((r) => r.get(id)?.verdict));
}

function cellOf(check: ReportCheck | undefined, page: string): Markup {
  if (!check) return html`<td>absent</td>`;
  return html`<td><a href="${page}#${check.id}">${badge(check.verdict)}</a></td>`;
}
