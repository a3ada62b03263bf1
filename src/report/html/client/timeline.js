/* global document */
import { inWords, kindOfRow, requestRow, requestRows } from './data.js';
import { el, svg } from './dom.js';
import { exchangeEntry, fillExchange } from './exchange.js';

/** Outcomes of requests; a rejection without a finding was expected. */
const KINDS = {
  ok: 'success (2xx)',
  refused: 'rejected as expected (4xx)',
  accused: 'shows a finding',
  broken: '5xx or no response',
  other: 'rate limit or redirect',
};
/** Maximum number of bars; more would be indistinguishable. */
const DRAWN = 4000;
const ROWS_AT_ONCE = 50;
/** Pixels. */
const LANE = 9;
const AXIS = 20;
/** Milliseconds from tick to tick. */
const STEPS = [50, 100, 200, 500].flatMap((ms) => [ms, ms * 10, ms * 100, ms * 1000]).sort((a, b) => a - b);
const MOST_TICKS = 10;

/** Draws all requests on one axis, concurrent ones in lanes, and lists them page by page. */
export function startTimeline() {
  const rows = requestRows();
  if (rows.length > 0) document.getElementById('lanes').append(chart(rows.slice(0, DRAWN)));
  return requestList(rows, document.getElementById('request-list'));
}

function chart(rows) {
  const start = rows.reduce((least, r) => Math.min(least, r.startedAt), Number.POSITIVE_INFINITY);
  const length = rows.reduce((most, r) => Math.max(most, r.startedAt + r.ms - start), 1);
  const share = (ms) => `${((ms / length) * 100).toFixed(3)}%`;
  const lanes = [];
  const bars = [...rows]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map((row) => {
      let lane = lanes.findIndex((busyUntil) => busyUntil <= row.startedAt);
      if (lane < 0) lane = lanes.length;
      lanes[lane] = row.startedAt + row.ms;
      const place = { x: share(row.startedAt - start), width: share(Math.max(row.ms, length / 900)) };
      const size = { y: lane * LANE + 1, height: LANE - 2 };
      const bar = svg('rect', { ...place, ...size, class: kindOfRow(row) });
      return svg('a', { href: `#${row.id}`, tabindex: '-1' }, bar);
    });
  const height = lanes.length * LANE;
  const ticks = [];
  const step = STEPS.find((ms) => length / ms <= MOST_TICKS) ?? length;
  for (let at = 0; at <= length; at += step) {
    const x = share(at);
    const anchor = at === 0 ? 'start' : at > length * 0.96 ? 'end' : 'middle';
    ticks.push(svg('line', { x1: x, x2: x, y1: 0, y2: height + 4, class: 'grid' }));
    ticks.push(svg('text', { x, y: height + 15, 'text-anchor': anchor }, `${at / 1000} s`));
  }
  const pointed = el('span', { class: 'pointed' });
  const picture = svg(
    'svg',
    { height: height + AXIS, class: 'lanes', 'aria-hidden': 'true' },
    ...ticks,
    ...bars,
  );
  picture.addEventListener('pointerover', ({ target }) => {
    const row = requestRow(target.closest('a')?.getAttribute('href').slice(1));
    if (row)
      pointed.textContent = `${inWords(row)}, sent after ${((row.startedAt - start) / 1000).toFixed(2)} s`;
  });
  return el(
    'figure',
    {},
    el('p', { class: 'meta' }, key(rows, lanes.length)),
    picture,
    el('figcaption', {}, pointed),
  );
}

function key(rows, lanes) {
  const many = Map.groupBy(rows, kindOfRow);
  const patch = () =>
    svg('svg', { width: 12, height: 12, 'aria-hidden': 'true' }, svg('rect', { width: 12, height: 12 }));
  return [
    ...Object.entries(KINDS)
      .filter(([kind]) => many.has(kind))
      .map(([kind, words]) =>
        el('span', { class: `key ${kind}` }, patch(), ` ${words}: ${many.get(kind).length}`),
      ),
    `at most ${lanes} at once`,
  ];
}

/** Requests as a list, a page at a time; returns a function that shows one of them. */
function requestList(rows, place) {
  const list = el('div', { class: 'requests' });
  const status = el('span', { role: 'status' });
  const back = el('button', { type: 'button', click: () => turn(page - 1) }, 'Earlier');
  const on = el('button', { type: 'button', click: () => turn(page + 1) }, 'Later');
  let page = 0;

  const turn = (to) => {
    page = Math.max(0, Math.min(to, Math.ceil(rows.length / ROWS_AT_ONCE) - 1));
    const from = page * ROWS_AT_ONCE;
    list.replaceChildren(...rows.slice(from, from + ROWS_AT_ONCE).map((row) => exchangeEntry(row)));
    status.textContent =
      rows.length === 0
        ? 'none'
        : `${from + 1} to ${Math.min(rows.length, from + ROWS_AT_ONCE)} of ${rows.length}`;
    back.disabled = page === 0;
    on.disabled = from + ROWS_AT_ONCE >= rows.length;
  };
  place.append(el('p', { class: 'pager' }, back, on, status), list);
  turn(0);

  return (id) => {
    const index = rows.findIndex((r) => r.id === id);
    if (index < 0) return;
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
