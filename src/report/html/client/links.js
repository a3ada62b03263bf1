/* global document, location, window, navigator */
import { fillExchange } from './exchange.js';

/** Opens what the address names: `#stream/ends-with-done` is a check, `#e12` an exchange. */
export function startLinks(filters, showRequest) {
  const follow = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name === '') return;
    if (/^e\d+$/.test(name)) {
      showRequest(name);
      return;
    }
    const target = document.getElementById(name);
    if (!target) return;
    if (target.hidden) filters.reset();
    setTimeout(() => {
      if (target.localName === 'details') target.open = true;
      target.scrollIntoView({ block: 'start' });
      target.querySelector('summary')?.focus({ preventScroll: true });
    });
  };
  window.addEventListener('hashchange', follow);
  follow();
}

/** Exchanges are shown when they are opened; those that decide a finding are opened by themselves, also for print. */
export function startExchanges() {
  document.addEventListener(
    'toggle',
    (event) => {
      const details = event.target;
      if (details.matches?.('details.exchange') && details.open) fillExchange(details);
    },
    true,
  );
  window.addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('#findings details[data-decisive]')) {
      fillExchange(details);
      details.open = true;
    }
  });
}

/** Buttons that copy the command beside them, where the browser lets a page do that. */
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
