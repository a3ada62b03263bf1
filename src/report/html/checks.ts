import { VERDICTS, type Verdict } from '../../vocabulary/verdict.ts';
import { HARM_WORDS } from '../headline.ts';
import { bySection, sectionOf, worstFirst } from '../junit.ts';
import type { Report, ReportCheck, ReportFinding } from '../model.ts';
import { FOREIGN } from '../verdict-map.ts';
import { badge } from './head.ts';
import { html, type Markup } from './markup.ts';

const FAILURES: ReadonlySet<string> = new Set<Verdict>(['fail', 'error']);
const DOUBTS: ReadonlySet<string> = new Set<Verdict>(['warn', 'inconclusive']);
const OTHERS: ReadonlySet<string> = new Set(VERDICTS).difference(FAILURES).difference(DOUBTS);
/** Exchanges that a check lists; the others are named. */
const LISTED = 24;

/** The controls that choose among checks; without a script they stay hidden. */
export function filterBar(report: Report): Markup {
  const sections = [...bySection(report.checks).keys()];
  return html`<form class="filters" id="filters" role="search" aria-label="Checks" hidden>
<label class="search">Search <input type="search" id="search" autocomplete="off" placeholder="id, title, expected, actual"></label>
<fieldset><legend>Verdict</legend>${VERDICTS.filter((v) => report.counts[v] > 0).map(
    (v) =>
      html`<label class="chip"><input type="checkbox" name="verdict" value="${v}" checked> ${badge(v)} ${report.counts[v]}</label>`,
  )}</fieldset>
<label>Section <select id="section"><option value="">all</option>${sections.map((s) => html`<option>${s}</option>`)}</select></label>
<label>Level <select id="level"><option value="">all</option><option>must</option><option>should</option><option>open</option></select></label>
<p id="showing" role="status"></p><button type="reset">Show all</button>
</form>`;
}

/** What went wrong, in full and by section, the worst first; then everything else, folded. */
export function checkList(report: Report): Markup {
  const of = (verdicts: ReadonlySet<string>) => report.checks.filter((c) => verdicts.has(c.verdict));
  const sentences = clauseSentences(report);
  const blocked = Map.groupBy(
    report.checks.filter((c) => c.blockedBy !== undefined),
    (c) => c.blockedBy!,
  );
  /** What a check leaves undecided is folded under it. */
  const folded = (check: ReportCheck) => {
    const members = blocked.get(check.id) ?? [];
    return (
      members.length > 0 &&
      html`<details class="blocked"><summary>leaves ${members.length} undecided</summary>${members.map((c) => checkEntry(c, sentences, false))}</details>`
    );
  };
  const wrong = (checks: readonly ReportCheck[]) =>
    [...worstFirst(checks)].map(
      ([harm, members]) =>
        html`<section class="group"><h3>${HARM_WORDS[harm]}</h3>${members
          .filter((c) => c.blockedBy === undefined)
          .map((c) => html`${checkEntry(c, sentences, true)}${folded(c)}`)}</section>`,
    );
  const list = (checks: readonly ReportCheck[], open: boolean) =>
    [...bySection(checks)].map(
      ([section, members]) =>
        html`<section class="group"><h3>${section} ${report.clauses[section] ?? ''}</h3>${members.map((c) => checkEntry(c, sentences, open))}</section>`,
    );
  const part = (title: string, verdicts: ReadonlySet<string>, none: string, open: boolean) => {
    const checks = of(verdicts);
    return html`<section class="part"><h2>${title}</h2>${checks.length === 0 ? html`<p>${none}</p>` : open ? wrong(checks) : list(checks, open)}</section>`;
  };
  return html`<div id="findings">${part('Failures', FAILURES, 'Nothing failed.', true)}
${part('Warnings and doubts', DOUBTS, 'Nothing warned, and nothing was left undecided.', true)}</div>
<div id="checks">${part('All other checks', OTHERS, 'There are none.', false)}</div>`;
}

function checkEntry(check: ReportCheck, sentences: Sentences, open: boolean): Markup {
  const listed = check.findings.length > 0 ? [] : check.evidence.slice(0, LISTED);
  const unlisted = check.evidence.length - LISTED;
  return html`<details class="check" id="${check.id}" data-verdict="${check.verdict}" data-level="${check.level}" data-section="${sectionOf(check)}"${open && html` open`}>
<summary>${badge(check.verdict)} <span class="title">${check.title}</span> <code class="id">${check.id}</code> <span class="level">${check.level} · ${check.clauses.join(', ')}</span></summary>
<div class="inside">
${sentences(check).map((s) => html`<blockquote><b>${s.clause}</b> ${s.sentence}</blockquote>`)}
${check.findings.length === 0 && html`<p class="message">${check.message}</p>`}
${check.blockedBy !== undefined && html`<p>Blocked by <a href="#${check.blockedBy}">${check.blockedBy}</a></p>`}
${check.findings.map((f) => finding(f))}
${listed.length > 0 && html`<div class="evidence">${listed.map((id) => exchange(id))}${unlisted > 0 && html`<p>… and ${unlisted} more in evidence.har</p>`}</div>`}
<div class="again"><p>Run this check again${check.attempts === 2 && ' (its violation was repeated before it counted)'} <a href="#${check.id}">link</a></p>${command(check.reproduce)}</div>
</div></details>`;
}

function finding(f: ReportFinding): Markup {
  return html`<div class="finding ${f.severity}">
<p class="where"><span class="badge ${f.severity}">${FOREIGN[f.severity].word}</span> clause ${f.clause} · at <code>${f.place}</code></p>
<div class="sides"><div><h4>Expected</h4><p class="foreign">${f.expected}</p></div><div><h4>Actual</h4><p class="foreign">${f.actual}</p></div></div>
${f.said !== undefined && html`<p class="foreign">It says “${f.said}”</p>`}
<div class="evidence">${f.exchanges.slice(0, LISTED).map((id, i) => exchange(id, f.place, i === 0))}</div>
${f.curl !== undefined && html`<details class="curl"><summary>Send this request by hand</summary>${command(f.curl)}</details>`}
</div>`;
}

/** A place that the script fills with an exchange when it is opened. */
function exchange(id: string, place = '', decisive = false): Markup {
  return html`<details class="exchange" data-exchange="${id}" data-place="${place}"${decisive && html` data-decisive`}><summary>exchange ${id}</summary><div class="inside"></div></details>`;
}

function command(line: string): Markup {
  return html`<div class="command"><pre tabindex="0" aria-label="command">${line}</pre><button type="button" class="copy" hidden>Copy</button></div>`;
}

interface Sentence {
  clause: string;
  sentence: string;
}
type Sentences = (check: ReportCheck) => Sentence[];

/** The sentences of the contract that a check exercises; where the ledger names none, those of its clauses. */
function clauseSentences(report: Report): Sentences {
  const byCheck = new Map<string, Sentence[]>();
  const byClause = new Map<string, Sentence[]>();
  const put = (map: Map<string, Sentence[]>, key: string, row: Sentence) => {
    const rows = map.get(key);
    if (rows) rows.push(row);
    else map.set(key, [row]);
  };
  for (const row of report.ledger) {
    put(byClause, row.clause, row);
    for (const id of row.checks) put(byCheck, id, row);
  }
  return (check) => {
    const cited = (byCheck.get(check.id) ?? []).filter((r) => check.clauses.includes(r.clause));
    return (cited.length > 0 ? cited : check.clauses.flatMap((c) => byClause.get(c) ?? [])).slice(0, 4);
  };
}
