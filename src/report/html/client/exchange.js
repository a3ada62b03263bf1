import { bytesOf, exchangeRecord } from './data.js';
import { el, foreign } from './dom.js';
import { jsonLines } from './json.js';
import { streamLines } from './stream.js';

/** Lines shown at once; the rest comes on demand. */
const LINES_AT_ONCE = 400;

/** Fills an exchange's place, once. */
export function fillExchange(details) {
  const inside = details.querySelector('.inside');
  if (inside.childNodes.length > 0) return;
  const record = exchangeRecord(details.dataset.exchange);
  if (record) inside.append(...exchangeParts(record, details.dataset.place ?? ''));
  else inside.append(el('p', {}, 'This page does not hold it; evidence.har does.'));
}

/** One line that says what an exchange was. */
export function exchangeTitle(record) {
  const outcome = record.response ? record.response.status : (record.failure?.kind ?? 'no answer');
  return `${record.id} · ${record.label} · ${outcome} · ${Math.round(record.timing.endMs)} ms`;
}

function exchangeParts(record, place) {
  const { request, response, failure, cut } = record;
  return [
    el(
      'p',
      { class: 'meta' },
      foreign(`${record.label}; asked by ${record.owner}, key: ${record.credential}`),
    ),
    half(
      'Request',
      `${request.method} ${request.url}`,
      request.headers,
      bodyView(request.body, [], '', isJson(request.headers)),
      cut?.request,
      '',
    ),
    response
      ? half(
          'Response',
          `HTTP/${response.httpVersion} ${response.status} ${response.statusText}`,
          response.headers,
          bodyView(response.body, response.reads, place, isJson(response.headers)),
          cut?.response || (response.file && response.size),
          place,
        )
      : undefined,
    failure ? el('p', { class: 'failure' }, foreign(`${failure.kind}: ${failure.message}`)) : undefined,
  ].filter(Boolean);
}

function half(title, first, headers, body, left, place) {
  const wanted = /^header (\S+)/.exec(place)?.[1]?.toLowerCase();
  const start = el('div', { class: place === 'status' ? 'line marked' : 'line' }, foreign(first));
  const lines = headers.map(([name, value]) =>
    el(
      'div',
      { class: name.toLowerCase() === wanted ? 'line marked' : 'line' },
      el('b', {}, foreign(name)),
      ': ',
      foreign(value),
    ),
  );
  const absent = wanted && !headers.some(([n]) => n.toLowerCase() === wanted);
  return el(
    'section',
    { class: 'half', 'aria-label': title },
    el('h5', {}, title),
    el(
      'div',
      { class: 'code headers' },
      start,
      lines,
      absent && el('div', { class: 'line marked' }, `(no ${wanted})`),
    ),
    body,
    left ? el('p', { class: 'meta' }, `${left} more, in evidence.har or beside it`) : undefined,
  );
}

function isJson(headers) {
  return headers.some(([n, v]) => n.toLowerCase() === 'content-type' && /\bjson\b/i.test(v));
}

function bodyView(body, reads, place, json) {
  if ('base64' in body) return paged(hexLines(bytesOf(body)), lineOfOffset(place, 16));
  if (body.text === '') return el('p', { class: 'meta' }, 'no body');
  const pretty = json || /^\s*[[{]/.test(body.text) ? jsonLines(body.text) : undefined;
  if (pretty) {
    const pointer = nearest(pretty, /^body ?(\/\S*)?/.exec(place)?.[1]);
    return paged(
      pretty.map((l) => ({ ...l, marked: pointer !== undefined && l.pointer === pointer })),
      -1,
    );
  }
  const lines = streamLines(body.text, reads);
  const offset = Number(/\bbyte (\d+)/.exec(place)?.[1] ?? Number.NaN);
  return paged(
    lines.map((l, i) => ({
      ...l,
      marked: offset >= l.offset && (i + 1 === lines.length || offset < lines[i + 1].offset),
    })),
    -1,
  );
}

/** The pointer itself; of a member that is missing, what it is missing from. */
function nearest(lines, pointer) {
  const known = new Set(lines.map((l) => l.pointer));
  let at = pointer;
  while (at && !known.has(at)) at = at.slice(0, at.lastIndexOf('/'));
  return at;
}

/** Sixteen bytes a line, for what is no text. */
function hexLines(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((b) => b.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((b) => (b > 31 && b < 127 ? String.fromCharCode(b) : '.')).join('');
    lines.push({ text: `${hex.padEnd(48)} ${text}`, offset: at });
  }
  return lines;
}

function lineOfOffset(place, width) {
  const offset = /\bbyte (\d+)/.exec(place)?.[1];
  return offset === undefined ? -1 : Math.floor(Number(offset) / width);
}

/** Lines as code, the first few hundred at once; begins where the mark is. */
function paged(lines, markedIndex) {
  const code = el('div', { class: 'code body', tabindex: '0', role: 'region', 'aria-label': 'body' });
  const marked = markedIndex >= 0 ? markedIndex : lines.findIndex((l) => l.marked);
  let next = Math.max(0, marked - LINES_AT_ONCE / 2);
  const skipped = next;
  const more = el('button', { type: 'button', click: () => show() });
  const show = () => {
    for (const end = Math.min(lines.length, next + LINES_AT_ONCE); next < end; next++) {
      code.insertBefore(codeLine(lines[next], next === marked || lines[next].marked), more);
    }
    if (next >= lines.length) more.remove();
    else more.textContent = `${lines.length - next} more lines`;
  };
  code.append(more);
  if (skipped > 0) code.prepend(el('div', { class: 'line meta' }, `${skipped} lines before this`));
  show();
  return code;
}

function codeLine(line, marked) {
  const time = line.at === undefined ? undefined : el('span', { class: 'at' }, `${Math.round(line.at)} ms`);
  const end = line.end ? el('span', { class: 'end' }, line.end) : undefined;
  const content = marked ? el('mark', {}, foreign(line.text)) : foreign(line.text);
  return el('div', { class: marked ? 'line marked' : 'line' }, time, content, end);
}
