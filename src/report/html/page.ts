import { entriesOf } from '../entries.ts';
import { headlineOf } from '../headline.ts';
import { html, Markup } from '../markup.ts';
import type { Report, ReportCheck } from '../model.ts';
import type { Lines } from '../recorded-run.ts';
import { bySection } from '../sections.ts';
import { runStatement } from '../statement.ts';
import { FOREIGN } from '../verdict-map.ts';
import { pageAssets } from './assets.ts';
import { checkList, filterForm } from './checks.ts';
import { evidenceScripts } from './evidence.ts';
import { legend, pageHead } from './head.ts';
import { latencyPicture } from './pictures/latency.ts';
import { usagePicture } from './pictures/usage.ts';
import { answersTable, coverageTable, ledgerTable, observedTable, runTable, timeline } from './tables.ts';
import { worstList } from './worst.ts';

/**
 * Maximum size of a page, so that it opens at once and fits into an email; a pack may exceed it by its own length.
 */
const AT_MOST = 1_440_000;
/** Of the list of all requests, packed. */
const CHARACTERS_OF_A_ROW = 40;

/**
 * The report as one page without external requests: its policy allows only its own script and style. All text is in
 * the page itself; the evidence is packed data that the script unpacks on demand.
 */
export async function* renderPage(report: Report, lines: Lines): AsyncGenerator<string> {
  const { script, style, policy } = pageAssets();
  const entries = entriesOf(report);
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${runStatement(report)}: ${report.target.baseUrl}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
${pageHead(report, headlineOf(report, entries))}
<main>
${worstList(entries)}
${checkGrid(report)}
${legend(report)}
<div class="bar"><nav aria-label="Parts of the report"><a href="#pictures">Pictures</a><a href="#findings">Findings</a><a href="#checks">Checks</a><a href="#timeline">Requests</a>${report.answers ? html`<a href="#answers">Responses</a>` : false}<a href="#observed">Observations</a><a href="#ledger">Contract</a><a href="#coverage">Constraints</a><a href="#run">Cost and run</a></nav>
<label class="search" hidden>Search <input type="search" id="search" form="filters" autocomplete="off" placeholder="ids, titles, requests and responses ( / )"></label><span id="showing" role="status"></span></div>
<div id="found"></div>
${pictures(report)}
${filterForm(report)}
${checkList(report, entries)}
${timeline(report)}${answersTable(report)}${observedTable(report)}${ledgerTable(report)}${coverageTable(report)}${runTable(report)}</main>
`.source;
  yield text;
  const list = report.cost.requests * CHARACTERS_OF_A_ROW;
  yield* evidenceScripts(report, lines, AT_MOST - Buffer.byteLength(text) - script.length - list);
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}

/**
 * All checks of the run, one tile each, by section: colored and marked by verdict. The name of the focused tile is
 * below the grid; a tile links to the card.
 */
function checkGrid({ checks: all, clauses }: Report): Markup {
  const checks = all.filter((c) => c.verdict !== 'skipped');
  return html`<section id="grid" aria-labelledby="grid-title"><h2 id="grid-title">All ${checks.length} checks</h2>
<div class="grid">${[...bySection(checks)].map(
    ([section, members]) =>
      // The number of a section stays on the line of its first tile.
      html`<div class="tiles"><div class="together"><h3 title="${clauses[section]}">${section}</h3>${members.slice(0, 1).map(tile)}</div>${members.slice(1).map(tile)}</div>\n`,
  )}</div></section>`;
}

function tile({ id, verdict }: ReportCheck): Markup {
  const { word, mark } = FOREIGN[verdict];
  return html`<a class="tile ${verdict}" href="#${id}" data-name="${id}: ${word}"><span aria-hidden="true">${mark}</span><span class="unseen">${id}: ${word}</span></a>`;
}

/** The run in pictures with their numbers. The script draws the requests. */
function pictures(report: Report): Markup {
  return html`<section id="pictures"><h2>In pictures</h2>
${latencyPicture(report)}
<section class="picture"><h3>Requests over time</h3><div id="lanes"></div></section>
${usagePicture(report)}</section>`;
}
