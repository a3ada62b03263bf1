import { entriesOf } from '../entries.ts';
import { headlineOf } from '../headline.ts';
import { html, Markup } from '../markup.ts';
import type { Report } from '../model.ts';
import type { Lines } from '../recorded-run.ts';
import { runStatement } from '../statement.ts';
import { pageAssets } from './assets.ts';
import { checkList, filterForm } from './checks.ts';
import { evidenceScripts } from './evidence.ts';
import { checkGrid } from './grid.ts';
import { legend, pageHead } from './head.ts';
import { pictures } from './pictures/pictures.ts';
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
${await pictures(report, lines)}
${filterForm(report)}
${checkList(report, entries)}
${timeline(report)}${answersTable(report)}${observedTable(report)}${ledgerTable(report)}${coverageTable(report)}${runTable(report)}</main>
`.source;
  yield text;
  const list = report.cost.requests * CHARACTERS_OF_A_ROW;
  yield* evidenceScripts(report, lines, AT_MOST - Buffer.byteLength(text) - script.length - list);
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}
