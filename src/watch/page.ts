import { plainPage } from '../report/html/plain-page.ts';
import { html, type Markup } from '../report/markup.ts';
import { shorten } from '../report/text.ts';
import { FOREIGN } from '../report/verdict-map.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { HISTORY_FILE } from './kept-history.ts';
import { onDay, type Round, type WatchState } from './state.ts';

/** Data for the page in addition to the history. */
export interface PageFacts {
  target: string;
  every: string;
  perDay: number;
}

/** The verdict whose style an outcome has. */
const VERDICT_OF: Readonly<Record<string, Verdict>> = {
  conformant: 'pass',
  held: 'pass',
  'non-conformant': 'fail',
  inconclusive: 'inconclusive',
};

/** The page of a state at a time: created again only if the state or the day changed. */
export function pageKeeper(facts: PageFacts): (state: WatchState, now: number) => Buffer {
  let last: { state: WatchState; day: string; page: Buffer } | undefined;
  return (state, now) => {
    const today = onDay(state, now);
    if (last?.state !== state || last.day !== today.day)
      last = { state, day: today.day, page: Buffer.from(historyPage(today, facts)) };
    return last.page;
  };
}

/** The length of a text on the page: another party may have written the state. */
const TEXT_AT_MOST = 300;
const short = (text: string) => shorten(text, TEXT_AT_MOST);

/** The history of a watch as one offline page: its rounds, the latest first, with their changes. */
function historyPage(state: WatchState, { target, every, perDay }: PageFacts): string {
  const last = state.rounds.at(-1);
  const latest = state.rounds.toReversed();
  const body = html`<p>${last ? html`<strong>${last.outcome}</strong>${last.statement !== last.outcome && ` · ${short(last.statement)}`}` : 'The first round is under way.'}</p>
<p>A round every ${every}: reload the page to see the next one. ${state.billedToday} of at most ${perDay} completions billed on ${state.day} (UTC).${state.rounds.filter((round) => round.folder).length > 1 && html` <a href="./${HISTORY_FILE}">All rounds side by side</a>, with latency and cost.`}</p>
<ol class="rounds" aria-label="Rounds, the earliest first">${state.rounds.map(tile)}</ol>
<div class="scroll" tabindex="0" role="region" aria-label="Rounds"><table><thead><tr><th scope="col">Round</th><th scope="col">Began (UTC)</th><th scope="col">Outcome</th><th scope="col">Changed</th><th scope="col">Billed</th><th scope="col">Took</th></tr></thead>
<tbody>${latest.map(row)}</tbody></table></div>`;
  const title = `${last ? last.outcome : 'no round yet'}: ${target}`;
  return plainPage(title, target, body);
}

function tile({ number, outcome, folder, statement }: Round): Markup {
  const verdict = VERDICT_OF[outcome] ?? 'error';
  const title = `round ${number}: ${outcome}; ${short(statement)}`;
  const link = folder !== undefined && html` href="./${folder}/index.html"`;
  return html`<li><a class="tile ${verdict}" title="${title}"${link}>${FOREIGN[verdict].mark}</a></li>`;
}

/** Changes of a round that the page lists. */
const LISTED = 50;

function row({ number, startedAt, outcome, statement, folder, changes, billed, durationMs }: Round): Markup {
  const name = folder === undefined ? html`${number}` : html`<a href="./${folder}/index.html">${number}</a>`;
  return html`<tr><th scope="row">${name}</th><td><time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')}</time></td>
<td>${outcome}${statement !== outcome && html`<br><small>${short(statement)}</small>`}</td><td>${changes.length > 0 && html`<ul class="changes">${changes.slice(0, LISTED).map((line) => html`<li>${changeLine(line, folder)}</li>`)}${changes.length > LISTED && html`<li>and ${changes.length - LISTED} more</li>`}</ul>`}</td><td>${billed}</td><td>${(durationMs / 1000).toFixed(0)} s</td></tr>`;
}

/** A change, which begins with the id of its check, with a link to that check in the report of the round. */
function changeLine(line: string, folder: string | undefined): Markup | string {
  const [id] = /^[a-z0-9-]+\/[a-z0-9-]+(?=:)/.exec(line) ?? [];
  if (id === undefined || folder === undefined) return short(line);
  return html`<a href="./${folder}/index.html#${id}">${id}</a>${short(line.slice(id.length))}`;
}
