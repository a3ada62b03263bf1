/* global document, location, window, navigator */
import { readAddress, writeAddress } from './address.js';
import { showCard } from './cards.js';
import { inWords, requestRow } from './data.js';

/**
 * Opens the target of the URL: `#stream/ends-with-done` is a check, `#e12` an exchange, anything else a section.
 */
export function startLinks(filters, showRequest) {
  const follow = async () => {
    const { name, filters: wanted, hasFilters } = readAddress();
    if (hasFilters) filters.take(wanted);
    if (name === '') return;
    if (/^e\d+$/.test(name)) {
      await showRequest(name);
    } else {
      const target = document.getElementById(name);
      if (!target) return;
      if (target.hidden) {
        filters.reset();
        await new Promise((resolve) => setTimeout(resolve));
      }
      if (target.matches('details.check')) await showCard(target);
      else target.scrollIntoView({ block: 'start' });
    }
    writeAddress(name, filters.chosen());
  };
  window.addEventListener('hashchange', follow);
  // A link to the current URL changes nothing by itself.
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && link.hash === location.hash) follow();
  });
  // A tooltip describes a request wherever it is named.
  document.addEventListener('pointerover', ({ target }) => {
    const link = target.closest?.('a[href^="#e"]');
    const row = link && link.title === '' && requestRow(link.hash?.slice(1));
    if (row) link.title = inWords(row);
  });
  return follow();
}

/** Buttons that copy the command next to them, if the browser allows it. */
export function startCopying() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = 'Copied';
    });
  }
}
