import { entriesOf } from '../entries.ts';
import { headlineOf } from '../headline.ts';
import type { Report } from '../model.ts';
import type { Lines } from '../recorded-run.ts';
import { runStatement } from '../statement.ts';
import { pageAssets } from './assets.ts';
import { checkList, filterBar } from './checks.ts';
import { evidenceScripts } from './evidence.ts';
import { checkGrid } from './grid.ts';
import { legend, pageHead } from './head.ts';
import { html, Markup } from './markup.ts';
import { pictures } from './pictures/pictures.ts';
import { answersTable, coverageTable, ledgerTable, observedTable, runTable, timeline } from './tables.ts';
import { worstList } from './worst.ts';

/**
 * The report as one page that asks nothing of anybody: its policy allows its own script and style and no request.
 * Everything that is text is in the page itself; the evidence is packed data that the script opens when it is wanted.
 */
export async function* renderPage(report: Report, lines: Lines): AsyncGenerator<string> {
  const { script, style, policy } = pageAssets();
  const entries = entriesOf(report);
  yield html`<!doctype html>
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
<nav aria-label="Parts of the report"><a href="#findings">Findings</a><a href="#checks">Checks</a><a href="#pictures">Pictures</a><a href="#timeline">Requests</a>${report.answers ? html`<a href="#answers">Answers</a>` : false}<a href="#observed">Observed</a><a href="#ledger">Contract</a><a href="#coverage">Constraints</a><a href="#run">Cost and run</a></nav>
${filterBar(report)}
`.source;
  yield checkList(report, entries).source;
  yield (await pictures(report, lines)).source;
  yield html`${timeline(report)}${answersTable(report)}${observedTable(report)}${ledgerTable(report)}${coverageTable(report)}${runTable(report)}</main>\n`
    .source;
  yield* evidenceScripts(report, lines);
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}
