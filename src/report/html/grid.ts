import { html, type Markup } from '../markup.ts';
import type { Report, ReportCheck } from '../model.ts';
import { bySection } from '../sections.ts';
import { FOREIGN } from '../verdict-map.ts';

/**
 * All checks of the run, one tile each, by section: colored and marked by verdict. The name of the focused tile is
 * below the grid; a tile links to the card.
 */
export function checkGrid({ checks: all, clauses }: Report): Markup {
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
