import { counted } from '../../vocabulary/counted.ts';
import { VERDICTS } from '../../vocabulary/verdict.ts';
import { type Headline, OUTCOME_WORDS } from '../headline.ts';
import { endedWords } from '../markdown.ts';
import { html, type Markup } from '../markup.ts';
import type { ClientFeature, ClientOutcome, Report, ReportClient } from '../model.ts';
import { proofInWords } from '../proof.ts';
import { shardWords } from '../shards.ts';
import { runStatement } from '../statement.ts';
import { notApplicableWords } from '../untested.ts';
import { FOREIGN } from '../verdict-map.ts';

/** The verdict in a sentence, the two answers, and, folded, the target and options. */
export function pageHead(report: Report, headline: Headline): Markup {
  const { target, suite } = report;
  const absent = notApplicableWords(report.checks);
  return html`<header class="top ${report.verdict}">
<p class="brand">${suite.name} ${suite.version} · ${target.baseUrl}${target.model !== undefined && ` · ${target.model}`} · <time datetime="${report.startedAt}">${report.startedAt.slice(0, 16).replace('T', ' ')} UTC</time></p>
<h1>${runStatement(report)}</h1>
${shardWords(report) !== undefined && html`<p class="meta">${shardWords(report)}.</p>`}
${report.ended && html`<p class="ended">This run ended early: ${endedWords(report.ended)}.</p>`}
<p class="counts">${headline.verdict}</p>
<div class="answers">
<section aria-labelledby="answer-contract"><h2 id="answer-contract">Does it keep the contract?</h2>
${contractWords(report)}
${headline.hurts !== undefined && html`<p>Causes by harm: ${headline.hurts}.</p>`}
${headline.fixFirst && html`<p>Fix first: <a href="#${headline.fixFirst.checks[0]!.id}">${headline.fixFirst.title}</a>${headline.fixFirst.blocks.length > 0 && `, which blocks ${counted(headline.fixFirst.blocks.length, 'check')}`}.</p>`}
${headline.untested.length > 0 && html`<details class="untested" open><summary>Clauses that were not tested</summary><ul>${headline.untested.map((line) => html`<li>${line}</li>`)}</ul></details>`}
${absent !== undefined && html`<p>Not applicable: ${absent}.</p>`}
</section>
<section aria-labelledby="answer-clients"><h2 id="answer-clients">Do clients work with it?</h2>
${clientTable(report.clients)}</section>
</div>
${facts(report)}
</header>`;
}

/** A selection that held says nothing about the rest of the contract. */
function contractWords(report: Report): Markup | false {
  if (report.verdict !== 'conformant' || runStatement(report) === report.verdict) return false;
  return html`<p>The verdict covers the selected checks only, not the rest of the contract.</p>`;
}

const OUTCOME_MARK: Readonly<Record<ClientOutcome, string>> = {
  works: '✓',
  limited: '▲',
  breaks: '✗',
  unknown: '?',
};

/** Clients by feature; each mark leads to the check that decides it. */
function clientTable(clients: readonly ReportClient[]): Markup {
  if (clients.length === 0) return html`<p>No check tested clients.</p>`;
  const features = [...new Set(clients.flatMap((c) => c.features.map((f) => f.feature)))];
  const used = new Set(clients.flatMap((c) => c.features.map((f) => f.outcome)));
  const key = (Object.keys(OUTCOME_MARK) as ClientOutcome[]).filter((o) => used.has(o));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Clients by feature"><table class="clients">
<thead><tr><th scope="col">Client</th>${features.map((f) => html`<th scope="col"><span>${f}</span></th>`)}</tr></thead>
<tbody>${clients.map((c) => html`<tr><th scope="row">${c.client}</th>${c.note === undefined ? features.map((f) => clientCell(c, f)) : html`<td colspan="${features.length}" class="note">${c.note}</td>`}</tr>`)}</tbody></table></div>
<p class="meta">${key.map((o) => html`<span class="outcome ${o}">${OUTCOME_MARK[o]} ${OUTCOME_WORDS[o]}</span> `)}${clients.some((c) => c.note === undefined && c.features.length < features.length) && 'blank: not tested'}</p>`;
}

function clientCell(client: ReportClient, feature: ClientFeature): Markup {
  const found = client.features.find((f) => f.feature === feature);
  if (!found) return html`<td></td>`;
  const { outcome, why, checks } = found;
  const words = `${client.client}, ${feature}: ${OUTCOME_WORDS[outcome]}${why === undefined ? '' : `: ${why}`}`;
  const mark = html`<span aria-hidden="true">${OUTCOME_MARK[outcome]}</span><span class="unseen">${words}</span>`;
  return html`<td title="${words}" class="outcome ${outcome}">${checks[0] === undefined ? mark : html`<a href="#${checks[0]}">${mark}</a>`}</td>`;
}

function facts(report: Report): Markup {
  const { target, spec, cost } = report;
  const proof = proofInWords(report);
  return html`<details class="about"><summary>${cost.requests} requests in ${duration(report.durationMs)}, ${cost.billed} billed, ${cost.tokensReported.total} tokens used${cost.usd === undefined ? '' : `, ${cost.usd} USD`}</summary><dl class="facts">
<div><dt>Service</dt><dd>${target.baseUrl}</dd></div>
${target.model !== undefined && html`<div><dt>Model</dt><dd>${target.model}</dd></div>`}
${target.reasoningModel !== undefined && html`<div><dt>Reasoning model</dt><dd>${target.reasoningModel}</dd></div>`}
${target.otherModels && html`<div><dt>Other models</dt><dd>${target.otherModels.join(', ')}</dd></div>`}
<div><dt>When</dt><dd>${report.startedAt.slice(0, 19).replace('T', ' ')} UTC, ${duration(report.durationMs)}</dd></div>
<div><dt>Contract</dt><dd>${spec.title}</dd></div>
<div><dt>Profile, seed</dt><dd>${report.profile}, ${report.seed}</dd></div>
<div><dt>Tokens requested</dt><dd>${cost.tokensAllowed}</dd></div>
${proof !== undefined && html`<div><dt>Proof</dt><dd>${proof}</dd></div>`}
</dl></details>`;
}

/** The meaning of every verdict and level; folded. */
export function legend(report: Report): Markup {
  return html`<details class="legend" id="legend"><summary>Meaning of the verdicts and levels</summary><dl>
${VERDICTS.map(
  (verdict) =>
    html`<div><dt>${badge(verdict)} <span class="many">${report.counts[verdict]}</span></dt><dd>${FOREIGN[verdict].meaning}</dd></div>`,
)}
</dl><p>Levels: <b>must</b>: the contract states or implies the rule. <b>should</b>: a compatible service is expected to follow the rule. <b>open</b>: the contract does not say, and the check never fails a service for its choice.</p></details>`;
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
