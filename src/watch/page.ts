import { html, type Markup } from '../report/html/markup.ts';
import { plainPage } from '../report/html/plain-page.ts';
import { HISTORY_FILE } from './kept-history.ts';
import type { Round, WatchState } from './state.ts';

/** What a page says of the watch beside its history. */
export interface PageFacts {
  target: string;
  every: string;
  perDay: number;
}

const STYLE = `
.strip { display: flex; flex-wrap: wrap; gap: 3px; padding: 0; list-style: none; }
.strip a, .strip span { display: block; width: 1.5rem; text-align: center; border-radius: 3px; text-decoration: none; color: #fff; background: #57606a; }
.strip :is(.conformant, .held) { background: #1a7f37; } .strip .non-conformant { background: #b42318; } .strip .inconclusive { background: #8a5a00; }
.rounds { border-collapse: collapse; width: 100%; } .rounds :is(th, td) { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8888; }
.rounds ul { margin: 0; padding-left: 1rem; }
`;
const MARKS: Readonly<Record<string, string>> = {
  conformant: '✓',
  held: '✓',
  'non-conformant': '✗',
  inconclusive: '?',
};

/** The history of a watch as one page that opens offline: its rounds, the latest first, with what changed in each. */
export function historyPage(state: WatchState, { target, every, perDay }: PageFacts): string {
  const last = state.rounds.at(-1);
  const latest = state.rounds.toReversed();
  const body = html`<p>${last ? html`<strong>${last.outcome}</strong> · ${last.statement}` : 'The first round is under way.'}</p>
<p>A round every ${every}; ${state.billedToday} of at most ${perDay} completions billed on ${state.day} (UTC).${state.rounds.filter((round) => round.folder).length > 1 && html` <a href="./${HISTORY_FILE}">All rounds side by side</a>, with latency and cost.`}</p>
<ol class="strip" aria-label="Rounds, the earliest first">${state.rounds.map(square)}</ol>
<table class="rounds"><thead><tr><th scope="col">Round</th><th scope="col">Began (UTC)</th><th scope="col">Outcome</th><th scope="col">Changed</th><th scope="col">Billed</th><th scope="col">Took</th></tr></thead>
<tbody>${latest.map(row)}</tbody></table>`;
  const title = `${last ? last.outcome : 'no round yet'}: ${target}`;
  return plainPage(title, target, body, { wide: true, style: STYLE, refresh: 60 });
}

function square({ number, outcome, folder, statement }: Round): Markup {
  const mark = MARKS[outcome] ?? '!';
  const title = `round ${number}: ${outcome}; ${statement}`;
  return folder === undefined
    ? html`<li><span class="${outcome}" title="${title}">${mark}</span></li>`
    : html`<li><a class="${outcome}" title="${title}" href="./${folder}/index.html">${mark}</a></li>`;
}

function row({ number, startedAt, outcome, statement, folder, changes, billed, durationMs }: Round): Markup {
  const name = folder === undefined ? html`${number}` : html`<a href="./${folder}/index.html">${number}</a>`;
  return html`<tr><th scope="row">${name}</th><td><time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')}</time></td>
<td>${outcome}<br><small>${statement}</small></td><td>${changes.length > 0 && html`<ul>${changes.map((line) => html`<li>${line}</li>`)}</ul>`}</td><td>${billed}</td><td>${(durationMs / 1000).toFixed(0)} s</td></tr>`;
}
