/* global document, window */
import { requestRow } from './data.js';
import { el } from './dom.js';
import { exchangeEntry, fillExchange, revealMarks } from './exchange.js';

const SHOWN_AT_ONCE = 4;
/** Lines of a body that are printed after its mark; half as many before it. */
const ON_PAPER = 20;
/** Findings that are prepared for print in advance. */
const READY = 60;

const ready = new WeakMap();

/**
 * Puts the evidence into a card, once, and opens the decisive exchange of its first finding; resolves when it is
 * visible.
 */
export function fillCard(card) {
  if (!ready.has(card)) ready.set(card, putEvidence(card));
  return ready.get(card);
}

async function putEvidence(card) {
  const all = idsOf(card.dataset.evidence);
  const waiting = [];
  for (const [i, place] of [...card.querySelectorAll('.evidence')].entries()) {
    const ids = idsOf(place.dataset.exchanges);
    const others = [...new Set([...ids, ...all])];
    const entries = ids
      .map(requestRow)
      .filter(Boolean)
      .map((row) => exchangeEntry(row, { place: place.dataset.place, others }));
    place.append(...entries.slice(0, SHOWN_AT_ONCE));
    const rest = entries.slice(SHOWN_AT_ONCE);
    if (rest.length > 0) {
      place.append(
        el('details', { class: 'fold' }, el('summary', {}, `${rest.length} more exchanges`), rest),
      );
    }
    if (i === 0 && entries.length > 0 && card.querySelector('.finding')) {
      entries[0].open = true;
      waiting.push(fillExchange(entries[0]));
    }
  }
  await Promise.all(waiting);
}

function idsOf(text) {
  return (text ?? '').split(' ').filter(Boolean);
}

/** Opens a card and its containers, and scrolls to it. */
export async function showCard(card) {
  for (let fold = card.parentElement.closest('details'); fold; fold = fold.parentElement.closest('details')) {
    fold.open = true;
  }
  card.open = true;
  await fillCard(card);
  revealMarks(card);
  card.scrollIntoView({ block: 'start' });
  card.querySelector('summary').focus({ preventScroll: true });
}

/** Scrolls to the first mark of a card: the violating byte, member or header. */
export async function showMark(card) {
  await showCard(card);
  card.querySelector('mark')?.scrollIntoView({ block: 'center' });
}

/** Evidence is added to cards as they are opened; that of findings is prepared in advance, also for print. */
export function startCards() {
  const cards = [...document.querySelectorAll('#findings details.check')];
  const wrong = cards.filter((card) => card.querySelector('.finding')).slice(0, READY);
  document.addEventListener(
    'toggle',
    ({ target }) =>
      target.matches?.('details.check') && target.open && fillCard(target).then(() => revealMarks(target)),
    true,
  );
  window.addEventListener('beforeprint', () => {
    for (const card of wrong) card.open = true;
    for (const fold of document.querySelectorAll('#worst .more')) fold.open = true;
    for (const body of document.querySelectorAll('#findings .code.body')) shortenForPaper(body);
  });
  const next = () => {
    const card = wrong.find((c) => !ready.has(c));
    if (card) fillCard(card).then(() => setTimeout(next, 20));
  };
  setTimeout(next, 300);
}

/** Of a long body the lines around its first mark are printed, since paper does not scroll. */
function shortenForPaper(body) {
  const lines = [...body.querySelectorAll('.line')];
  const mark = Math.max(
    0,
    lines.findIndex((line) => line.classList.contains('marked')),
  );
  const first = mark - ON_PAPER / 2;
  // A few more lines are printed than a note about skipped lines would take.
  const last = lines.length - mark < ON_PAPER * 1.5 ? lines.length : mark + ON_PAPER;
  for (const [i, line] of lines.entries()) {
    line.classList.toggle('far', i < first || i > last);
    line.classList.toggle('cut', i === Math.max(first, 0) && first > 0);
  }
  if (last < lines.length - 1) lines[last].classList.add('goes-on');
}
