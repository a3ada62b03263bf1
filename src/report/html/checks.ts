import { adviceFor } from '../../contract/advice.ts';
import { counted } from '../../vocabulary/counted.ts';
import { VERDICTS } from '../../vocabulary/verdict.ts';
import type { Entry } from '../entries.ts';
import { HARM_WORDS } from '../headline.ts';
import { acceptedWords } from '../known.ts';
import { isAccepted } from '../mark-known.ts';
import { html, type Markup } from '../markup.ts';
import type { Report, ReportCheck, ReportClause, ReportFinding } from '../model.ts';
import { byHarm, bySection, sectionOf } from '../sections.ts';
import { FOREIGN } from '../verdict-map.ts';
import { badge } from './head.ts';

const LISTED = 24;
const FINDINGS_LISTED = 40;

/** The controls that choose among checks; without a script they stay hidden. */
export function filterForm(report: Report): Markup {
  const sections = [...bySection(report.checks).keys()];
  return html`<form class="filters" id="filters" role="search" aria-label="Filters" hidden>
<fieldset><legend>Verdict</legend>${VERDICTS.filter((v) => report.counts[v] > 0).map(
    (v) =>
      html`<label class="chip"><input type="checkbox" name="verdict" value="${v}" checked> ${badge(v)} ${report.counts[v]}</label>`,
  )}</fieldset>
<label>Section <select id="section"><option value="">all</option>${sections.map((s) => html`<option>${s}</option>`)}</select></label>
<label>Level <select id="level"><option value="">all</option><option>must</option><option>should</option><option>open</option></select></label>
<button type="reset">Show all</button> <button type="button" id="keys-button">Keys ( ? )</button>
</form>`;
}

/** The failures by harm, the worst first, with the checks that they block; then all other checks by section. */
export function checkList(report: Report, entries: readonly Entry[]): Markup {
  const sentences = clauseSentences(report);
  const ids = new Set<string>(report.checks.map((c) => c.id));
  // Blocked checks are folded under the check that blocks them.
  const isFolded = (c: ReportCheck) => c.blockedBy !== undefined && ids.has(c.blockedBy);
  const blocked = Map.groupBy(report.checks.filter(isFolded), (c) => c.blockedBy!);
  const entry = (check: ReportCheck): Markup => {
    const members = blocked.get(check.id) ?? [];
    return html`${checkEntry(check, sentences)}${
      members.length > 0 &&
      html`<details class="blocked fold"><summary>blocks ${counted(members.length, 'check')}</summary>${members.map((c) => checkEntry(c, sentences))}</details>`
    }`;
  };
  const told = new Set<ReportCheck>();
  const part = (title: string, wrong: readonly Entry[]) =>
    wrong.length > 0 &&
    html`<section class="part"><h2>${title}</h2>${byHarm(wrong).map(([harm, its]) => {
      const checks = new Set(its.flatMap((e) => e.checks)).difference(told);
      for (const check of checks) told.add(check);
      return (
        checks.size > 0 &&
        html`<section class="group"><h3>${HARM_WORDS[harm]}</h3>${[...checks].map(entry)}</section>`
      );
    })}</section>`;
  const isFailure = (e: Entry) => e.gravity === 'fail' || e.gravity === 'error';
  const failures = part('Failures', entries.filter(isFailure));
  const doubts = part(
    'Warnings and inconclusive checks',
    entries.filter((e) => !isFailure(e)),
  );
  const others = report.checks.filter((c) => !told.has(c) && !isFolded(c));
  return html`<div id="findings">${failures}
${doubts || html`<p>${noDoubtWords(report)}</p>`}</div>
<div id="checks"><section class="part"><h2>All other checks</h2>${[...bySection(others)].map(
    ([section, members]) =>
      html`<details class="group fold"><summary><b>${section} ${report.clauses[section] ?? ''}</b> <span class="many">${members.length}</span></summary>${members.map(entry)}</details>`,
  )}</section></div>`;
}

/** Blocked checks are inconclusive too, even if no independent one is listed. */
function noDoubtWords({ counts }: Report): string {
  if (counts.inconclusive === 0) return 'No check warned or is inconclusive.';
  const is = counts.inconclusive === 1 ? 'is' : 'are';
  return `No check warned. ${counted(counts.inconclusive, 'check')} ${is} inconclusive because of the failures above.`;
}

function checkEntry(check: ReportCheck, sentences: Sentences): Markup {
  const findings = check.findings.slice(0, FINDINGS_LISTED);
  const unlisted = check.findings.length - findings.length;
  return html`<details class="check" id="${check.id}" data-verdict="${check.verdict}" data-level="${check.level}" data-section="${sectionOf(check)}" data-evidence="${check.evidence.slice(0, LISTED).join(' ')}">
<summary>${badge(check.verdict)} <span class="title">${check.title}</span> ${isAccepted(check) && html`<span class="tag">accepted</span> `}<code class="id">${check.id}</code> <span class="level">${check.level} · ${check.clauses.join(', ')}</span></summary>
<div class="inside">
${sentences(check).map((s) => (s.ours ? html`<p class="ours"><b>${s.clause}</b> In chatspec's words: ${s.sentence}</p>` : html`<blockquote><b>${s.clause}</b> <q>${s.sentence}</q></blockquote>`))}
${adviceOn(check)}${check.findings.length === 0 && html`<p class="message">${check.message}</p>`}
${check.blockedBy !== undefined && html`<p>Blocked by <a href="#${check.blockedBy}">${check.blockedBy}</a></p>`}
${findings.map(finding)}${unlisted > 0 && html`<p>… and ${unlisted} more findings in report.json</p>`}
${check.findings.length === 0 && evidence(check.evidence)}
<div class="again"><p>Run this check again <a href="#${check.id}">link</a></p>${command(check.reproduce)}</div>
</div></details>`;
}

/** The usual cause of a violation and its fix; if the totals differ, also a link to them. */
function adviceOn({ id, verdict }: ReportCheck): Markup | false {
  const [advice] = verdict === 'fail' || verdict === 'warn' ? adviceFor(id) : [];
  const table = id.startsWith('usage/totals-') && html` <a href="#usage">Totals and the differing record</a>`;
  return advice !== undefined && html`<p class="advice"><b>Usual cause</b> ${advice}${table}</p>`;
}

function finding(f: ReportFinding): Markup {
  return html`<div class="finding ${f.severity}">
<p class="where"><span class="badge ${f.severity}">${FOREIGN[f.severity].word}</span> clause ${f.clause} · at <code>${f.place}</code></p>
${f.accepted && html`<p class="foreign">Accepted ${acceptedWords(f.accepted)}</p>`}
<div class="sides"><div><h4>Expected</h4><p class="foreign">${f.expected}</p></div><div><h4>Actual</h4><p class="foreign">${f.actual}</p>
${f.said !== undefined && html`<p class="foreign">The service says “${f.said}”</p>`}</div></div>
${evidence(f.exchanges, f.place + accusedColumn(f))}
${f.curl !== undefined && html`<details class="curl"><summary>Send this request with curl</summary>${command(f.curl)}</details>`}
</div>`;
}

/** The column of a row of CSV, where the finding speaks of one count only. */
function accusedColumn({ place, actual }: ReportFinding): string {
  const named = /\brow \d/.test(place)
    ? new Set(actual.match(/\b(?:input|output|total) (?:tokens|requests)\b/g))
    : [];
  const [column, more] = named;
  return column !== undefined && more === undefined ? `, ${column.replace(' ', '_')}` : '';
}

/** A place that the script fills with exchanges, each to be opened; the decisive one first. */
function evidence(ids: readonly string[], place = ''): Markup | false {
  if (ids.length === 0) return false;
  const unlisted = ids.length - LISTED;
  return html`<div class="evidence" data-exchanges="${ids.slice(0, LISTED).join(' ')}" data-place="${place}"></div>${unlisted > 0 && html`<p>… and ${unlisted} more in the record</p>`}`;
}

function command(line: string): Markup {
  return html`<div class="command"><pre tabindex="0" aria-label="command">${line}</pre><button type="button" class="copy" hidden>Copy</button></div>`;
}

type Sentence = Pick<ReportClause, 'clause' | 'sentence' | 'ours'>;
type Sentences = (check: ReportCheck) => Sentence[];

/**
 * The sentences that a check tests, those of the contract first; if the ledger names none, those of its clauses.
 */
function clauseSentences(report: Report): Sentences {
  const rows = report.ledger.toSorted((a, b) => Number(a.ours ?? false) - Number(b.ours ?? false));
  return ({ id, clauses }) => {
    const cited = rows.filter((row) => row.checks.includes(id) && clauses.includes(row.clause));
    const all = cited.length > 0 ? cited : clauses.flatMap((c) => rows.filter((row) => row.clause === c));
    return all.slice(0, 4);
  };
}
