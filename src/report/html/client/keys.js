/* global document, window */
import { writeAddress } from './address.js';
import { showCard, showMark } from './cards.js';
import { el } from './dom.js';

const KEYS = [
  ['j', 'open the next check, beginning with the worst finding'],
  ['k', 'open the previous check'],
  ['m', 'go to the violating byte, member or header'],
  ['/', 'search'],
  ['?', 'show these keys'],
  ['Esc', 'close or leave the search'],
];

/** Keys for navigation between checks; none of them acts while the reader types. */
export function startKeys(filters) {
  const help = helpDialog();
  const search = document.getElementById('search');
  document.getElementById('keys-button').addEventListener('click', () => help.showModal());
  let current;
  const move = (step) => {
    // Blocked checks are skipped while they are folded.
    const cards = [...document.querySelectorAll('details.check:not([hidden])')].filter(
      (card) => !card.closest('.blocked:not([open])'),
    );
    const open = document.activeElement?.closest?.('details.check') ?? current;
    const at = cards.indexOf(open);
    const next = cards[at < 0 ? 0 : at + step];
    if (!next) return;
    if (current && current !== next) current.open = false;
    current = next;
    writeAddress(next.id, filters.chosen());
    return showCard(next);
  };
  const actions = {
    j: () => move(1),
    k: () => move(-1),
    m: () => {
      const card = document.activeElement?.closest?.('details.check') ?? current;
      return card ? showMark(card) : undefined;
    },
    '/': () => search.focus(),
    '?': () => help.showModal(),
  };
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && document.activeElement === search) search.blur();
    if (event.target.closest?.('input:not([type=checkbox], [type=radio]), select, textarea, dialog')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function helpDialog() {
  const rows = KEYS.map(([key, words]) =>
    el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, words)),
  );
  const dialog = el(
    'dialog',
    { 'aria-labelledby': 'keys-title' },
    el('h2', { id: 'keys-title' }, 'Keys'),
    el('dl', {}, rows),
    el('button', { type: 'button', click: () => dialog.close() }, 'Close'),
  );
  document.body.append(dialog);
  return dialog;
}

/** One tile is a tab stop; the arrow keys move to the others. */
export function startTiles() {
  const tiles = [...document.querySelectorAll('.tile')];
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 10, ArrowUp: -10 };
  for (const [i, tile] of tiles.entries()) {
    tile.tabIndex = i === 0 ? 0 : -1;
    tile.addEventListener('focus', () => {
      for (const other of tiles) other.tabIndex = other === tile ? 0 : -1;
    });
    tile.addEventListener('keydown', (event) => {
      const step = { ...steps, Home: -i, End: tiles.length - 1 - i }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      tiles[Math.max(0, Math.min(tiles.length - 1, i + step))].focus();
    });
  }
}
