/* global document */
import { requestRows } from './data.js';
import { el, kindOf, svg } from './dom.js';
import { exchangeEntry, fillExchange } from './exchange.js';

/** Drawn at once; more than this many bars can't be told apart. */
const DRAWN = 4000;
const ROWS_AT_ONCE = 50;
const WIDTH = 1000;
const HEIGHT = 9;

/** Draws all requests on one axis, requests under way together in lanes, and lists them page by page. */
export function startTimeline() {
  const rows = requestRows();
  if (rows.length > 0) document.getElementById('lanes').append(chart(rows.slice(0, DRAWN)));
  return requestList(rows, document.getElementById('request-list'));
}

function chart(rows) {
  const start = rows.reduce((least, r) => Math.min(least, r.startedAt), Number.POSITIVE_INFINITY);
  const end = rows.reduce((most, r) => Math.max(most, r.startedAt + r.ms), start + 1);
  const scale = WIDTH / (end - start);
  const lanes = [];
  const bars = [...rows]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map((row) => {
      let lane = lanes.findIndex((busyUntil) => busyUntil <= row.startedAt);
      if (lane < 0) lane = lanes.length;
      lanes[lane] = row.startedAt + row.ms;
      const bar = svg('rect', {
        x: ((row.startedAt - start) * scale).toFixed(2),
        y: lane * HEIGHT + 1,
        width: Math.max(1.5, row.ms * scale).toFixed(2),
        height: HEIGHT - 2,
        class: `bar ${kindOf(row.outcome)}`,
      });
      bar.append(svg('title', {}, `${row.id} ${row.label}: ${row.outcome}, ${Math.round(row.ms)} ms`));
      const link = svg('a', { href: `#${row.id}`, tabindex: '-1' }, bar);
      return link;
    });
  const height = lanes.length * HEIGHT;
  const picture = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${height}`,
    preserveAspectRatio: 'none',
    height,
    class: 'lanes',
    'aria-hidden': 'true',
  });
  picture.append(...bars);
  const seconds = ((end - start) / 1000).toFixed(1);
  return el(
    'figure',
    {},
    picture,
    el(
      'figcaption',
      {},
      `${rows.length} requests in ${seconds} s, at most ${lanes.length} at once: `,
      ...key(),
    ),
  );
}

function key() {
  const kinds = { ok: '2xx', refused: '4xx', broken: '5xx or no answer', other: 'other' };
  return Object.entries(kinds).map(([name, text]) => el('span', { class: `key ${name}` }, text));
}

/** Requests as a list, a page at a time; returns a function that shows one of them. */
function requestList(rows, place) {
  const list = el('div', { class: 'requests' });
  const status = el('span', { role: 'status' });
  const search = el('input', {
    type: 'search',
    id: 'request-search',
    autocomplete: 'off',
    input: () => turn(0),
  });
  const back = el('button', { type: 'button', click: () => turn(page - 1) }, 'Earlier');
  const on = el('button', { type: 'button', click: () => turn(page + 1) }, 'Later');
  let page = 0;

  const turn = (to) => {
    const wanted = search.value.toLowerCase();
    const fitting = rows.filter((r) =>
      `${r.id} ${r.label} ${r.outcome} ${r.method} ${r.path}`.toLowerCase().includes(wanted),
    );
    page = Math.max(0, Math.min(to, Math.ceil(fitting.length / ROWS_AT_ONCE) - 1));
    const from = page * ROWS_AT_ONCE;
    list.replaceChildren(...fitting.slice(from, from + ROWS_AT_ONCE).map((row) => exchangeEntry(row)));
    status.textContent =
      fitting.length === 0
        ? 'none'
        : `${from + 1} to ${Math.min(fitting.length, from + ROWS_AT_ONCE)} of ${fitting.length}`;
    back.disabled = page === 0;
    on.disabled = from + ROWS_AT_ONCE >= fitting.length;
  };
  place.append(
    el('p', { class: 'pager' }, el('label', {}, 'Search requests ', search), back, on, status),
    list,
  );
  turn(0);

  return (id) => {
    const index = rows.findIndex((r) => r.id === id);
    if (index < 0) return;
    search.value = '';
    turn(Math.floor(index / ROWS_AT_ONCE));
    const details = list.querySelector(`[data-exchange="${id}"]`);
    details.open = true;
    list.closest('details').open = true;
    return fillExchange(details).then(() => {
      details.scrollIntoView({ block: 'start' });
      details.querySelector('summary').focus({ preventScroll: true });
    });
  };
}
