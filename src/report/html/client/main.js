/* global document, window */
import { requestRows } from './data.js';
import { foreign } from './dom.js';
import { startFilters } from './filters.js';
import { startCopying, startExchanges, startLinks } from './links.js';
import { startTimeline } from './timeline.js';

/** Says in each exchange's line what it was, without reading its record. */
function nameExchanges() {
  const rows = new Map(requestRows().map((r) => [r.id, r]));
  for (const details of document.querySelectorAll('main details.exchange')) {
    const row = rows.get(details.dataset.exchange);
    if (!row) continue;
    const text = `${row.id} · ${row.method} ${row.path} → ${row.outcome} · ${row.label} · ${Math.round(row.ms)} ms`;
    details.querySelector('summary').replaceChildren(foreign(text));
  }
}

nameExchanges();
// On a phone the findings should not hide behind the legend.
if (window.matchMedia('(max-width: 40rem)').matches) document.getElementById('legend').open = false;
const filters = startFilters();
startExchanges();
startCopying();
startLinks(filters, startTimeline());
for (const details of document.querySelectorAll(
  '#findings .check > .inside > .finding details[data-decisive]',
)) {
  if (details.closest('.finding').matches('.fail')) details.open = true;
}
