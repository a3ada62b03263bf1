import { ANSWER_COLUMNS, answerRows } from '../answers.ts';
import type { Report, ReportCheck, ReportClause } from '../model.ts';
import { badge } from './head.ts';
import { html, type Markup } from './markup.ts';

/** Every request on one axis, and as a list; both are drawn by the script. */
export function timeline(report: Report): Markup {
  return html`<section id="timeline"><h2>Requests</h2>
<p>${report.cost.requests} requests in ${(report.durationMs / 1000).toFixed(1)} s. Bodies longer than the page holds are in <code>journal.jsonl.zst</code>; <code>chatspec render --har</code> makes a HAR of them.</p>
<div id="lanes"></div><details class="fold"><summary>All requests as a list</summary><div id="request-list"></div></details><noscript><p>The evidence is shown by a script, which is switched off here. <code>journal.jsonl.zst</code> holds all of it.</p></noscript></section>`;
}

/** How many of the run's answers were validated. */
export function answersTable({ answers }: Report): Markup {
  if (!answers || answers.length === 0) return html``;
  return html`<section id="answers"><h2>Answers that were validated</h2>
<p>Every successful answer to a request that the contract allows, whichever check asked for it.</p>
${table([...ANSWER_COLUMNS], answerRows(answers))}</section>`;
}

export function observedTable(report: Report): Markup {
  return html`<section id="observed"><h2>Observed</h2><p>Behaviour on which the contract is silent.</p>
${table(
  ['What', 'How', 'Check'],
  report.observed.map((o) => [o.key, o.value, html`<a href="#${o.check}">${o.check}</a>`]),
)}</section>`;
}

/** Every sentence of the contract, tested or not. */
export function ledgerTable(report: Report): Markup {
  const untested = report.ledger.filter((r) => !r.tested).length;
  const checks = new Map<string, ReportCheck>(report.checks.map((c) => [c.id, c]));
  return html`<section id="ledger"><h2>The contract, sentence by sentence</h2>
<p>${report.ledger.length} sentences, ${untested} of them not tested in this run.</p>
${table(
  ['Clause', 'Level', 'Sentence', 'In this run'],
  report.ledger.map((r) => [
    r.clause,
    r.level,
    r.sentence,
    r.tested
      ? html`${sentenceBadge(r, checks)} tested by ${links(r.testedBy ?? r.checks)}`
      : html`<b>not tested</b>: ${r.why}`,
  ]),
)}</section>`;
}

/** Verdicts that say that a sentence was not kept, the worst first. */
const NOT_KEPT = ['fail', 'warn'] as const;

/** What the checks that tested a sentence say of it; a finding about another clause says nothing of this one. */
function sentenceBadge(row: ReportClause, checks: ReadonlyMap<string, ReportCheck>): Markup {
  const its = (row.testedBy ?? []).flatMap((id) => checks.get(id) ?? []);
  const worst = NOT_KEPT.find((verdict) =>
    its.some(
      (c) =>
        c.verdict === verdict && c.findings.some((f) => f.severity === verdict && f.clause === row.clause),
    ),
  );
  if (worst) return badge(worst);
  const kept = its.filter((c) => !NOT_KEPT.some((verdict) => verdict === c.verdict));
  if (kept.length === 0) return html`<span class="badge">its checks found another clause broken;</span>`;
  return badge(kept.some((c) => c.verdict === 'pass') ? 'pass' : 'observed');
}

function planned(amount: number | undefined): string {
  return amount === undefined ? '' : `, planned ${amount}`;
}

/** Every constraint of the request, and the checks that broke it. */
export function coverageTable(report: Report): Markup {
  const exercised = report.coverage.filter((row) => row.exercised).length;
  return html`<section id="coverage" aria-labelledby="coverage-title"><h2 id="coverage-title">Constraints of the request</h2>
<p>${exercised} of ${report.coverage.length} constraints were exercised.</p>
${table(
  ['Pointer', 'Keyword', 'Clause', 'In this run'],
  report.coverage.map((row) => [
    row.pointer || 'the body',
    row.keyword,
    row.clause,
    html`${row.exercised ? 'exercised by ' : html`<b>not exercised</b>: `}${links([...row.checks])}`,
  ]),
)}</section>`;
}

export function runTable(report: Report): Markup {
  const { cost, suite, environment } = report;
  const transient = Object.entries(cost.transient).map(([kind, n]) => `${n} × ${kind}`);
  const rows: [string, string | Markup][] = [
    ['Requests sent, retries included', `${cost.requests}${planned(cost.planned?.requests)}`],
    ['Completions billed, choices counted', `${cost.billed}${planned(cost.planned?.billable)}`],
    ['Completion tokens that those asked for', `${cost.tokensAllowed}${planned(cost.planned?.tokens)}`],
    [
      'Tokens used, as the answers report',
      `${cost.tokensReported.prompt} in, ${cost.tokensReported.completion} out`,
    ],
    ['Money', cost.usd === undefined ? 'no prices given' : `${cost.usd} USD`],
    ['Transient answers', transient.length > 0 ? transient.join(', ') : 'none'],
    [
      'Headers by which the service names itself',
      report.target.headers.map(([n, v]) => `${n}: ${v}`).join(', ') || 'none',
    ],
    ['Names at the usage endpoints', report.target.names ? pairs(report.target.names) : 'none found'],
    ['Keys', report.credentials.join(', ')],
    [
      'Selected',
      `only ${report.selection.only.join(' ') || 'nothing in particular'}; skipped ${report.selection.skip.join(' ') || 'nothing'}`,
    ],
    [
      'Suite',
      `${suite.name} ${suite.version}${suite.commit === undefined ? '' : `, commit ${suite.commit}`}`,
    ],
    ['Digest of the checks', suite.checksDigest],
    ['Contract', `${report.spec.title}, ${report.spec.digest}`],
    ['Fingerprint of what was tested with', report.fingerprints.testedWith],
    ['Fingerprint of the environment', report.fingerprints.environment],
    ['Environment', `Node ${environment.node}, ${environment.platform}`],
    ['Proof of the suite', report.proof ? pairs(report.proof) : 'none quoted'],
    ['Digest of this report', report.footer.digest],
  ];
  return html`<section id="run"><h2>Cost and run</h2>
${table(['What', 'Value'], rows)}
<details><summary>Settings</summary><pre tabindex="0" aria-label="settings">${JSON.stringify(report.settings, null, 2)}</pre></details></section>`;
}

/** Members of an object as "name: value", one level of nesting in brackets. */
function pairs(object: object): string {
  return Object.entries(object)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'object' && value !== null ? `(${pairs(value)})` : String(value)}`,
    )
    .join(', ');
}

function links(ids: readonly string[]): Markup {
  const shown = ids.slice(0, 6).map((id, i) => html`${i > 0 && ', '}<a href="#${id}">${id}</a>`);
  return html`${shown}${ids.length > 6 && ` and ${ids.length - 6} more`}`;
}

function table(columns: readonly string[], rows: readonly (readonly (string | Markup)[])[]): Markup {
  if (rows.length === 0) return html`<p>None.</p>`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="${columns.join(', ')}"><table><thead><tr>${columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;
  return html`<details class="fold searched"><summary>${rows.length} rows <span class="hits"></span></summary>${table}</details>`;
}
