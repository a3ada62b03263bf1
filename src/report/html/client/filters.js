/* global document, FormData */
import { readAddress, writeAddress } from './address.js';
import { showCard } from './cards.js';
import { searchRecords } from './data.js';
import { el } from './dom.js';
import { exchangeEntry } from './exchange.js';

const FOUND_AT_MOST = 30;
const NAMES = ['section', 'level', 'search'];

/**
 * Lets the reader filter checks by verdict, section, level and words. Words are searched in cards, in the tables,
 * and in requests and responses, which are listed. The URL contains the filters.
 */
export function startFilters() {
  const form = document.getElementById('filters');
  const cards = [...document.querySelectorAll('details.check')];
  const tiles = new Map([...document.querySelectorAll('.tile')].map((t) => [decodeURI(t.hash.slice(1)), t]));
  const boxes = [...form.querySelectorAll('[name=verdict]')];
  const opened = new Set();
  const field = (name) => document.getElementById(name);
  const search = field('search');
  form.hidden = false;
  search.closest('label').hidden = false;

  const chosen = () => {
    const verdicts = new FormData(form).getAll('verdict');
    const filters = new URLSearchParams();
    if (verdicts.length < boxes.length) filters.set('verdict', verdicts.join(','));
    for (const name of NAMES) {
      const { value } = field(name);
      if (value.trim() !== '') filters.set(name, value.trim());
    }
    return filters;
  };
  const apply = () => {
    const filters = chosen();
    const words = wordsOf(filters.get('search') ?? '');
    const verdicts = filters.get('verdict')?.split(',');
    let shown = 0;
    for (const card of cards) {
      const { verdict, section, level } = card.dataset;
      const fits =
        (!verdicts || verdicts.includes(verdict)) &&
        (!filters.has('section') || section === filters.get('section')) &&
        (!filters.has('level') || level === filters.get('level')) &&
        holds(card, words);
      card.hidden = !fits;
      tiles.get(card.id)?.classList.toggle('faint', !fits);
      if (fits) shown++;
    }
    foldGroups(filters.size > 0, opened);
    searchTables(words);
    field('showing').textContent = filters.size > 0 ? `${shown} of ${cards.length} checks` : '';
    return filters;
  };
  const changed = () => {
    const filters = apply();
    writeAddress(readAddress().name, filters);
    searchLater(filters.get('search') ?? '');
  };
  form.addEventListener('input', changed);
  search.addEventListener('input', changed);
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || search.value.trim() === '') return;
    // Otherwise the key would close the card again, because it acts on the focused element.
    event.preventDefault();
    showFirstHit(cards);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(changed));
  apply();
  return {
    chosen,
    reset: () => form.reset(),
    /** Applies the filters of a URL. */
    take(filters) {
      const verdicts = filters.get('verdict')?.split(',');
      for (const box of boxes) box.checked = !verdicts || verdicts.includes(box.value);
      for (const name of NAMES) field(name).value = filters.get(name) ?? '';
      searchLater(apply().get('search') ?? '');
    },
  };
}

/** Goes to the first matching card; else to the first row of a table, or to the first request. */
async function showFirstHit(cards) {
  const card = cards.find((c) => !c.hidden);
  if (card) return showCard(card);
  const row = document.querySelector('details.searched tbody tr:not([hidden])');
  const fold = (row ?? document.querySelector('#found .exchange'))?.closest('details.fold');
  if (!fold) return;
  fold.open = true;
  (row ?? fold).scrollIntoView({ block: row ? 'center' : 'start' });
}

/** Groups without a visible card are hidden; the others are unfolded while a filter is active. */
function foldGroups(isFiltered, opened) {
  for (const group of document.querySelectorAll('.group, .blocked')) {
    const fits = group.querySelector('details.check:not([hidden])') !== null;
    group.hidden = !fits;
    if (group.localName !== 'details') continue;
    if (isFiltered && fits && !group.open) {
      group.open = true;
      opened.add(group);
    } else if (!isFiltered && opened.delete(group)) {
      group.open = false;
    }
  }
}

/** Table rows that lack a word are hidden. */
function searchTables(words) {
  for (const table of document.querySelectorAll('details.searched')) {
    let hits = 0;
    for (const row of table.querySelectorAll('tbody tr')) {
      row.hidden = !holds(row, words);
      if (!row.hidden) hits++;
    }
    table.querySelector('.hits').textContent = words.length > 0 ? `, ${hits} match the search` : '';
  }
}

const texts = new WeakMap();

function holds(element, words) {
  if (words.length === 0) return true;
  if (!texts.has(element)) texts.set(element, textOf(element).toLowerCase());
  return words.every((word) => texts.get(element).includes(word));
}

/**
 * The text of a card without the sentences of the contract, which many share, and with the ids of its exchanges;
 * the full text of a row.
 */
function textOf(element) {
  if (!element.matches('details.check')) return element.textContent;
  const parts = element.querySelectorAll(':scope > summary, .message, .foreign, .where, .command pre');
  return `${[...parts].map((part) => part.textContent).join('\n')} ${element.dataset.evidence}`;
}

function wordsOf(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

let wanted = '';

/**
 * Lists the requests whose record contains the words, once after the reader has stopped typing. The URL change
 * calls this too, and a new list would close opened exchanges.
 */
function searchLater(text) {
  if (text === wanted) return;
  wanted = text;
  const place = document.getElementById('found');
  if (wordsOf(text).length === 0) {
    place.replaceChildren();
    return;
  }
  setTimeout(async () => {
    if (wanted !== text) return;
    const rows = await searchRecords(wordsOf(text));
    if (wanted !== text) return;
    const title = `${rows.length} matching ${rows.length === 1 ? 'request' : 'requests'}`;
    const list = rows.slice(0, FOUND_AT_MOST).map((row) => exchangeEntry(row));
    const more = rows.length > FOUND_AT_MOST && el('p', {}, `… and ${rows.length - FOUND_AT_MOST} more`);
    const fold = el('details', { class: 'fold' }, el('summary', {}, title), list, more);
    fold.open = place.querySelector('details')?.open ?? false;
    place.replaceChildren(fold);
  }, 250);
}
