import { VERDICTS } from '../../vocabulary/verdict.ts';
import { ANSWER_COLUMNS, answerRows } from '../answers.ts';
import { html, type Markup } from '../markup.ts';
import type { Report, ReportCheck, ReportClause, ReportFinding } from '../model.ts';
import { FOREIGN } from '../verdict-map.ts';
import { badge } from './head.ts';
import { links } from './links.ts';

/** Every request as a list, which the script draws. */
export function timeline(report: Report): Markup {
  return html`<section id="timeline"><h2>Requests</h2>
<p>${report.cost.requests} requests in ${(report.durationMs / 1000).toFixed(1)} s. The page truncates long bodies. <code>journal.jsonl.zst</code> contains them in full; <code>chatspec render --har</code> exports them as HAR.</p>
<details class="fold"><summary>All requests as a list</summary><div id="request-list"></div></details><noscript><p>The evidence needs JavaScript, which is disabled. <code>journal.jsonl.zst</code> contains all evidence.</p></noscript></section>`;
}

/** How many of the run's responses were validated. */
export function answersTable({ answers }: Report): Markup {
  if (!answers || answers.length === 0) return html``;
  return html`<section id="answers"><h2>Validated responses</h2>
<p>Every successful response to a valid request, from all checks.</p>
${table([...ANSWER_COLUMNS], answerRows(answers))}</section>`;
}

export function observedTable(report: Report): Markup {
  return html`<section id="observed"><h2>Observations</h2><p>Behavior that the contract leaves open.</p>
${table(
  ['Observation', 'Value', 'Check'],
  report.observed.map((o) => [o.key, o.value, html`<a href="#${o.check}">${o.check}</a>`]),
)}</section>`;
}

/** Exchanges that a sentence lists; the cards of its checks have the others. */
const SHOWN = 3;

/** Every sentence, tested or not: its checks with their results, and the exchanges. */
export function ledgerTable(report: Report): Markup {
  const checks = new Map<string, ReportCheck>(report.checks.map((c) => [c.id, c]));
  const quoted = report.ledger.filter((r) => !r.ours);
  const untested = quoted.filter((r) => !r.tested).length;
  return html`<section id="ledger"><h2>The contract, sentence by sentence</h2>
<p>${quoted.length} sentences are quoted from the contract; ${untested} of them were not tested in this run. ${report.ledger.length - quoted.length} more are in chatspec's words.</p>
${table(
  ['Clause', 'Level', 'Sentence', 'In this run', 'Checks', 'Exchanges'],
  report.ledger.map((row) => {
    const its = row.checks.flatMap((id) => checks.get(id) ?? []);
    const found = broken(row, report.ledger, its);
    return [
      row.clause,
      row.level,
      row.ours ? html`${row.sentence} <small>chatspec's words</small>` : html`<q>${row.sentence}</q>`,
      row.tested ? sentenceBadge(row, its, found) : html`<b>not tested</b>: ${row.why}`,
      checkMarks(its),
      exchangeLinks(row, its, found),
    ];
  }),
)}</section>`;
}

/** Verdicts for violated sentences, the worst first. */
const NOT_KEPT = ['fail', 'warn'] as const;

/** The findings that show a violated sentence: of its clause, and, if they name a member, of its own member. */
function broken(
  row: ReportClause,
  ledger: readonly ReportClause[],
  its: readonly ReportCheck[],
): ReportFinding[] {
  const rows = ledger.filter(({ clause, ours }) => clause === row.clause && !ours);
  return its.flatMap((check) => {
    const members = rows.filter(({ checks }) => checks.includes(check.id)).flatMap((r) => memberOf(r) ?? []);
    const own = memberOf(row);
    return check.findings.filter((f) => {
      if (f.severity !== check.verdict || f.clause !== row.clause) return false;
      const named = members.filter((member) => f.place.split('/').includes(member));
      return named.length === 0 || (own !== undefined && named.includes(own));
    });
  });
}

/** The member that a table row is about. */
const memberOf = ({ sentence }: ReportClause): string | undefined => /^\| (\w+) \|/.exec(sentence)?.[1];

/** The result of a sentence's checks; a finding about another clause or member does not count. */
function sentenceBadge(
  row: ReportClause,
  its: readonly ReportCheck[],
  found: readonly ReportFinding[],
): Markup {
  const worst = NOT_KEPT.find((verdict) => found.some((f) => f.severity === verdict));
  if (worst) return badge(worst);
  const tested = its.filter((c) => row.testedBy?.includes(c.id));
  const kept = tested.filter((c) => !NOT_KEPT.some((verdict) => verdict === c.verdict));
  if (kept.length === 0) return html`<span class="badge">its checks failed for another sentence</span>`;
  return badge(kept.some((c) => c.verdict === 'pass') ? 'pass' : 'observed');
}

function checkMarks(its: readonly ReportCheck[]): Markup {
  const rank = (c: ReportCheck) => VERDICTS.indexOf(c.verdict);
  const sorted = its.toSorted((a, b) => rank(a) - rank(b));
  const shown = sorted.slice(0, 6).map(({ id, verdict }, i) => {
    const { mark, word } = FOREIGN[verdict];
    return html`${i > 0 && ', '}<span title="${word}" aria-hidden="true">${mark}</span><span class="unseen">${word}</span> <a href="#${id}">${id}</a>`;
  });
  return html`${shown}${sorted.length > 6 && ` and ${sorted.length - 6} more`}`;
}

/** The exchanges of a sentence: those of the findings if it was violated, else those of its checks. */
function exchangeLinks(
  row: ReportClause,
  its: readonly ReportCheck[],
  found: readonly ReportFinding[],
): Markup {
  const seen = its.filter((c) => row.testedBy?.includes(c.id)).flatMap((c) => c.evidence);
  const ids = [...new Set(found.length > 0 ? found.flatMap((f) => f.exchanges) : seen)];
  return links(ids, SHOWN);
}

function planned(amount: number | undefined): string {
  return amount === undefined ? '' : `, planned ${amount}`;
}

/** Every constraint of the request, and the checks that violated it. */
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
    html`${row.exercised ? 'exercised by ' : html`<b>not exercised</b>: `}${links(row.checks, 6)}`,
  ]),
)}</section>`;
}

export function runTable(report: Report): Markup {
  const { cost, suite, environment } = report;
  const transient = Object.entries(cost.transient).map(([kind, n]) => `${n} × ${kind}`);
  const rows: [string, string | Markup][] = [
    ['Requests sent, retries included', `${cost.requests}${planned(cost.planned?.requests)}`],
    ['Completions billed, choices counted', `${cost.billed}${planned(cost.planned?.billable)}`],
    ['Completion tokens requested', `${cost.tokensAllowed}${planned(cost.planned?.tokens)}`],
    [
      'Tokens used, as responses report',
      `${cost.tokensReported.prompt} in, ${cost.tokensReported.completion} out`,
    ],
    ['Money', cost.usd === undefined ? 'no prices given' : `${cost.usd} USD`],
    ['Transient errors', transient.length > 0 ? transient.join(', ') : 'none'],
    [
      'Headers that identify the service',
      report.target.headers.map(([n, v]) => `${n}: ${v}`).join(', ') || 'none',
    ],
    [
      'Parameter names of the usage endpoints',
      report.target.names ? pairs(report.target.names) : 'none found',
    ],
    ['Keys', report.credentials.join(', ')],
    [
      'Selected',
      `only: ${report.selection.only.join(' ') || 'all'}; skip: ${report.selection.skip.join(' ') || 'none'}`,
    ],
    [
      'Suite',
      `${suite.name} ${suite.version}${suite.commit === undefined ? '' : `, commit ${suite.commit}`}`,
    ],
    ['Digest of the checks', suite.checksDigest],
    ['Contract', `${report.spec.title}, ${report.spec.digest}`],
    ['Fingerprint of the test inputs', report.fingerprints.testedWith],
    ['Fingerprint of the environment', report.fingerprints.environment],
    ['Environment', `Node ${environment.node}, ${environment.platform}`],
    ['Proof of the suite', report.proof ? pairs(report.proof) : 'none'],
    ['Digest of this report', report.footer.digest],
  ];
  return html`<section id="run"><h2>Cost and run</h2>
${table(['What', 'Value'], rows)}
<details><summary>Settings</summary><pre tabindex="0" aria-label="settings">${JSON.stringify(report.settings, null, 2)}</pre></details></section>`;
}

/** Members of an object as "name: value", with one level of nesting in brackets. */
function pairs(object: object): string {
  return Object.entries(object)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'object' && value !== null ? `(${pairs(value)})` : String(value)}`,
    )
    .join(', ');
}

function table(columns: readonly string[], rows: readonly (readonly (string | Markup)[])[]): Markup {
  if (rows.length === 0) return html`<p>None.</p>`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="${columns.join(', ')}"><table><thead><tr>${columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;
  return html`<details class="fold searched"><summary>${rows.length} rows <span class="hits"></span></summary>${table}</details>`;
}
