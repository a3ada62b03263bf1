import { bytesOf } from './data.js';
import { el, foreign } from './dom.js';
import { jsonLines } from './json.js';
import { streamLines } from './stream.js';

const LINES_AT_ONCE = 400;

/**
 * A body in one of its views: `pretty` (JSON indented, anything else line by line with its line ends and times), `raw` (as received), `hex`. Marks the given byte, members or row; bytes that are not text are
 * always hex.
 */
export function bodyView(body, view, { reads = [], offset, pointers = [], json = false, row }) {
  if (body.text === '' || body.base64 === '') return el('p', { class: 'meta' }, 'no body');
  if ('base64' in body || view === 'hex') return paged(hexLines(bytesOf(body), offset), 'code body hex');
  const pretty = view === 'pretty' && (json || /^\s*[[{]/.test(body.text)) ? jsonLines(body.text) : undefined;
  if (pretty) {
    const marked = new Set(pointers.map((pointer) => nearest(pretty, pointer)));
    return paged(pretty.map((l) => ({ ...l, marked: marked.has(l.pointer) })));
  }
  const lines = streamLines(body.text, reads);
  return paged(
    lines.map((l, i) => ({
      ...l,
      marked:
        i + 1 === row || (offset >= l.offset && (i + 1 === lines.length || offset < lines[i + 1].offset)),
    })),
  );
}

/** The pointer itself; for a missing member, its parent. */
function nearest(lines, pointer) {
  const known = new Set(lines.map((l) => l.pointer));
  let at = pointer;
  while (at && !known.has(at)) at = at.slice(0, at.lastIndexOf('/'));
  return at;
}

/** Sixteen bytes per line, with the line of the offset marked. */
function hexLines(bytes, offset) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((b) => b.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((b) => (b > 31 && b < 127 ? String.fromCharCode(b) : '.')).join('');
    const place = at.toString(16).padStart(6, '0');
    lines.push({ text: `${place}  ${hex.padEnd(48)} ${text}`, marked: offset >= at && offset < at + 16 });
  }
  return lines;
}

/** Lines as code, the first few hundred at once, beginning near the mark. */
function paged(lines, name = 'code body') {
  const code = el('div', { class: name, tabindex: '0', role: 'group', 'aria-label': 'body' });
  const marked = lines.findIndex((l) => l.marked);
  let next = Math.max(0, marked - LINES_AT_ONCE / 2);
  const skipped = next;
  const more = el('button', { type: 'button', click: () => show() });
  const show = () => {
    for (const end = Math.min(lines.length, next + LINES_AT_ONCE); next < end; next++) {
      code.insertBefore(codeLine(lines[next]), more);
    }
    if (next >= lines.length) more.remove();
    else more.textContent = `${lines.length - next} more lines`;
  };
  code.append(more);
  if (skipped > 0) code.prepend(el('div', { class: 'line meta' }, `${skipped} lines before this`));
  show();
  return code;
}

function codeLine({ text, at, end, marked }) {
  return el(
    'div',
    { class: marked ? 'line marked' : 'line' },
    at === undefined ? undefined : el('span', { class: 'at' }, `${Math.round(at)} ms`),
    marked ? el('mark', {}, foreign(text)) : foreign(text),
    end ? el('span', { class: 'end' }, end) : undefined,
  );
}
