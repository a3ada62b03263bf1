import type { Report } from '../model.ts';
import { bySection } from '../sections.ts';
import { FOREIGN } from '../verdict-map.ts';
import { html, type Markup } from './markup.ts';

/**
 * All checks, a tile each, section by section: coloured and marked by verdict. The name stands below the grid while a
 * tile is pointed at or focused; the tile leads to the card.
 */
export function checkGrid({ checks, clauses }: Report): Markup {
  return html`<section id="grid" aria-labelledby="grid-title"><h2 id="grid-title">All ${checks.length} checks</h2>
<div class="grid">${[...bySection(checks)].map(
    ([section, members]) =>
      html`<div class="tiles"><h3 title="${clauses[section]}">${section}</h3>${members.map((c) => {
        const { word, mark } = FOREIGN[c.verdict];
        return html`<a class="tile ${c.verdict}" href="#${c.id}" data-name="${c.id}: ${word}"><span aria-hidden="true">${mark}</span><span class="unseen">${c.id}: ${word}</span></a>`;
      })}</div>\n`,
  )}</div></section>`;
}
