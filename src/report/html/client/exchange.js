import { bodyView } from './body.js';
import { comparison, controlOf } from './compare.js';
import { exchangeRecord, kindOfRow, requestRow } from './data.js';
import { pointedMembers } from './diff.js';
import { el, foreign } from './dom.js';
import { eventTimeline } from './events.js';

const VIEWS = ['pretty', 'raw', 'hex'];

/** A folded exchange; `others` are ids of those that it may be compared with. */
export function exchangeEntry(row, { place = '', others = [] } = {}) {
  const details = el(
    'details',
    { class: 'exchange', 'data-exchange': row.id },
    el(
      'summary',
      {},
      el('span', { class: `key ${kindOfRow(row)}` }, String(row.outcome)),
      foreign(` ${row.id} · ${row.label} · ${row.method} ${row.path} · ${Math.round(row.ms)} ms`),
    ),
    el('div', { class: 'inside' }),
  );
  details.addEventListener(
    'toggle',
    () => details.open && fillExchange(details).then(() => revealMarks(details)),
  );
  let filled;
  fills.set(details, () => (filled ??= fill(details.querySelector('.inside'), row, place, others)));
  return details;
}

const fills = new WeakMap();

/** Fills the place of an exchange, once; resolves when it is visible. */
export const fillExchange = (details) => fills.get(details)();

/** Scrolls each visible body to its first mark, once. */
export function revealMarks(root) {
  for (const box of root.querySelectorAll('.body')) {
    const mark = box.querySelector('mark');
    if (mark && box.scrollTop === 0 && box.clientHeight > 0) box.scrollTop = mark.offsetTop - 60;
  }
}

async function fill(inside, row, place, others) {
  const record = await exchangeRecord(row.id);
  if (!record) {
    inside.append(el('p', {}, 'This exchange is only in the record (journal.jsonl.zst).'));
    return;
  }
  const rows = others.map(requestRow).filter((other) => other && other.id !== row.id);
  const control = controlOf(row, rows);
  const other = control && (await exchangeRecord(control.id));
  inside.append(
    ...exchangeParts(record, place, pointedMembers(record, other)),
    comparison(record, row, rows),
  );
}

/** The part of each body that a finding's place names, and the body's format. */
function viewsOf({ request, response }, place, pointers) {
  const pointer = /^body ?(\/\S*)?/.exec(place)?.[1];
  return {
    request: { pointers, json: hasType(request, /\bjson\b/i) },
    response: response && {
      reads: response.reads,
      offset: Number(/\bbyte (\d+)/.exec(place)?.[1] ?? Number.NaN),
      pointers: pointer === undefined ? [] : [pointer],
      json: hasType(response, /\bjson\b/i),
      row: hasType(response, /\bcsv\b/i) && Number(/\brow (\d+)/.exec(place)?.[1] ?? Number.NaN),
    },
  };
}

function exchangeParts(record, place, pointers) {
  const { request, response, failure, cut } = record;
  const views = viewsOf(record, place, pointers);
  const isStream = response && hasType(response, /event-stream/i);
  const bodies = { request: el('div'), response: el('div') };
  const show = (view) => {
    bodies.request.replaceChildren(bodyView(request.body, view, views.request));
    if (response) bodies.response.replaceChildren(bodyView(response.body, view, views.response));
  };
  show('pretty');
  const choice = VIEWS.map((view) =>
    el(
      'label',
      {},
      el('input', {
        type: 'radio',
        name: `view-${record.id}-${serial}`,
        value: view,
        ...(view === 'pretty' && { checked: '' }),
        change: () => show(view),
      }),
      ` ${view}`,
    ),
  );
  serial++;
  const first = response
    ? `HTTP/${response.httpVersion} ${response.status} ${response.statusText}`
    : `${failure?.kind ?? 'no answer'}`;
  return [
    el(
      'div',
      { class: 'tools' },
      el(
        'span',
        { class: 'meta' },
        el('a', { href: `#${record.id}` }, record.id),
        ', ',
        foreign(askedBy(record)),
      ),
      el('span', { class: 'views', role: 'radiogroup', 'aria-label': 'How bodies are shown' }, choice),
    ),
    el(
      'div',
      { class: 'pair' },
      half('Request', `${request.method} ${request.url}`, request.headers, bodies.request, cut?.request, ''),
      half(
        'Response',
        first,
        response?.headers ?? [],
        response && [
          isStream && 'text' in response.body
            ? eventTimeline(response.body.text, response.reads, record.timing.endMs, views.response.offset)
            : undefined,
          bodies.response,
        ],
        cut?.response || (response?.file && response.size),
        place,
      ),
    ),
    failure ? el('p', { class: 'failure' }, foreign(`${failure.kind}: ${failure.message}`)) : undefined,
  ].filter(Boolean);
}

/** The sender, and the credential; a made key is not a configured one. */
function askedBy({ owner, credential }) {
  return `sent by ${owner}, ${credential === 'none' ? 'no configured key' : `key: ${credential}`}`;
}

let serial = 0;

function half(title, first, headers, body, left, place) {
  const wanted = /^header (\S+)/.exec(place)?.[1]?.toLowerCase();
  const isStatus = place === 'status' && title === 'Response';
  const lines = headers.map(([name, value]) =>
    line([el('b', {}, foreign(name)), ': ', foreign(value)], name.toLowerCase() === wanted),
  );
  const absent = wanted && !headers.some(([n]) => n.toLowerCase() === wanted);
  return el(
    'div',
    { class: 'half', role: 'group', 'aria-label': title },
    el('p', { class: 'half-title' }, title),
    el(
      'div',
      { class: 'code headers' },
      line(foreign(first), isStatus),
      absent && line(`(no ${wanted})`, true),
    ),
    headers.length > 0 &&
      el(
        'details',
        { class: 'header-list', ...(wanted && !absent && { open: '' }) },
        el('summary', {}, `${headers.length} headers`),
        el('div', { class: 'code headers' }, lines),
      ),
    body,
    left ? el('p', { class: 'meta' }, `${left} more in the record`) : undefined,
  );
}

function line(content, isMarked) {
  return isMarked
    ? el('div', { class: 'line marked' }, el('mark', {}, content))
    : el('div', { class: 'line' }, content);
}

function hasType({ headers }, type) {
  return headers.some(([n, v]) => n.toLowerCase() === 'content-type' && type.test(v));
}
