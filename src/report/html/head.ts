import { VERDICTS } from '../../vocabulary/verdict.ts';
import { endedWords } from '../markdown.ts';
import type { Report } from '../model.ts';
import { proofInWords } from '../proof.ts';
import { runStatement } from '../statement.ts';
import { FOREIGN } from '../verdict-map.ts';
import { html, type Markup } from './markup.ts';

const VERDICT_IN_WORDS: Record<Report['verdict'], string> = {
  conformant: 'Nothing that the contract states was broken, and everything that applies was decided.',
  'non-conformant': 'Something that the contract states was broken, repeatedly.',
  inconclusive: 'Nothing was found broken, but not everything could be decided.',
};

/** Verdict and counts first, then what was run against what. */
export function pageHead(report: Report): Markup {
  const { target, suite, spec, cost } = report;
  const proof = proofInWords(report);
  return html`<header class="top ${report.verdict}">
<p class="brand">${suite.name} ${suite.version} · conformance report</p>
<h1>${runStatement(report)}</h1>
<p class="lead">${lead(report)}</p>
${report.ended && html`<p class="ended">This run did not come to its own end: ${endedWords(report.ended)}.</p>`}
<p class="counts">${report.summary}</p>
${report.notApplicableAreas.length > 0 && html`<p>Not applicable in: ${report.notApplicableAreas.join(', ')}.</p>`}
<dl class="facts">
<div><dt>Service</dt><dd>${target.baseUrl}</dd></div>
${target.model !== undefined && html`<div><dt>Model</dt><dd>${target.model}</dd></div>`}
${target.reasoningModel !== undefined && html`<div><dt>Reasoning model</dt><dd>${target.reasoningModel}</dd></div>`}
<div><dt>When</dt><dd><time datetime="${report.startedAt}">${report.startedAt.slice(0, 19).replace('T', ' ')} UTC</time>, ${duration(report.durationMs)}</dd></div>
<div><dt>Contract</dt><dd>${spec.title}</dd></div>
<div><dt>Profile, seed</dt><dd>${report.profile}, ${report.seed}</dd></div>
<div><dt>Cost</dt><dd>${cost.requests} requests, ${cost.billed} billed, ${cost.tokensAllowed} tokens asked for, ${cost.tokensReported.total} used${cost.usd === undefined ? '' : `, ${cost.usd} USD`}</dd></div>
</dl>
${proof !== undefined && html`<p class="brand">Proof: ${proof}.</p>`}
</header>`;
}

/** What the verdict means. A selection that held says nothing about the rest of the contract. */
function lead(report: Report): string {
  const whole = runStatement(report) === report.verdict;
  if (report.verdict !== 'conformant' || whole) return VERDICT_IN_WORDS[report.verdict];
  return 'Of what was selected, nothing was found broken. Nothing is said about the rest of the contract.';
}

/** What every word means, above the table that uses it. */
export function legend(report: Report): Markup {
  return html`<details class="legend" id="legend" open><summary>What the words mean</summary><dl>
${VERDICTS.map(
  (verdict) =>
    html`<div><dt>${badge(verdict)} <span class="many">${report.counts[verdict]}</span></dt><dd>${FOREIGN[verdict].meaning}</dd></div>`,
)}
</dl><p>Levels: <b>must</b> is written in the contract or follows from it; <b>should</b> is expected of a compatible service; <b>open</b> is not in the contract and is never an accusation.</p></details>`;
}

/** A verdict as a mark and a word, never as a colour alone. */
export function badge(verdict: (typeof VERDICTS)[number]): Markup {
  return html`<span class="badge ${verdict}"><span aria-hidden="true">${FOREIGN[verdict].mark}</span> ${FOREIGN[verdict].word}</span>`;
}

function duration(ms: number): string {
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
