import { exchangeRecord } from './data.js';
import { differences } from './diff.js';
import { el, foreign, kindOf } from './dom.js';

const DIFFERENCES = 100;

/** Of the given exchanges, the accepted one that another request of the same kind got. */
export function controlOf(row, rows) {
  const path = (r) => `${r.method} ${r.path.split('?')[0]}`;
  const alike = rows.filter((r) => path(r) === path(row) && kindOf(r.outcome) === 'ok' && !isAgain(r, row));
  return alike.find((r) => r.label !== row.label);
}

function isAgain(a, b) {
  return a.id !== b.id && a.label === b.label && a.owner.replace(/#2$/, '') === b.owner.replace(/#2$/, '');
}

/** A choice of exchanges to compare with, repetition and control first, and the differences. */
export function comparison(record, row, rows) {
  if (rows.length === 0) return '';
  const control = controlOf(row, rows);
  const called = (r) => (isAgain(r, row) ? 'the repetition' : r === control ? 'the control' : 'another');
  const order = ['the repetition', 'the control', 'another'];
  const sorted = [...rows].sort((a, b) => order.indexOf(called(a)) - order.indexOf(called(b)));
  const place = el('div', { role: 'status' });
  const show = async (id) => {
    const other = id === '' ? undefined : await exchangeRecord(id);
    place.replaceChildren(...(other ? [differenceTable(other, record)] : []));
  };
  const select = el(
    'select',
    { change: () => show(select.value) },
    el('option', { value: '' }, 'nothing'),
    sorted.map((r) =>
      el('option', { value: r.id }, foreign(`${called(r)}: ${r.id} ${r.label} → ${r.outcome}`)),
    ),
  );
  return el('div', { class: 'compare' }, el('label', {}, 'Compare with ', select), place);
}

function differenceTable(other, record) {
  const found = differences(other, record);
  if (found.length === 0) return el('p', { class: 'meta' }, `No difference to ${other.id}.`);
  const cell = (text) =>
    el('td', { class: 'code' }, text === undefined ? el('i', {}, 'absent') : foreign(text.slice(0, 500)));
  const rows = found
    .slice(0, DIFFERENCES)
    .map((d) => el('tr', {}, el('th', { scope: 'row' }, foreign(d.where)), cell(d.before), cell(d.after)));
  return el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'differences' },
    el(
      'table',
      { class: 'differences' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['Where', other.id, record.id].map((name) => el('th', { scope: 'col' }, name)),
        ),
      ),
      el('tbody', {}, rows),
    ),
    found.length > DIFFERENCES &&
      el('p', { class: 'meta' }, `… and ${found.length - DIFFERENCES} more differences`),
  );
}
