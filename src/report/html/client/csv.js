import { el, foreign } from './dom.js';

/** Rows shown at once, with the accused one in the middle. */
const CSV_ROWS_AT_ONCE = 12;
/** Rows that a click adds. */
const CSV_ROWS_MORE = 200;

/** The rows of a CSV text, cell by cell; quotes may contain delimiters and line ends. */
export function csvRows(text) {
  const [head] = text.split(/\r?\n/, 1);
  const widest = (best, d) => (head.split(d).length > head.split(best).length ? d : best);
  const delimiter = [',', ';', '\t', '|'].reduce(widest);
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"?)?([^${delimiter}\\r\\n]*)([${delimiter}]|\\r\\n|\\r|\\n|$)`,
    'y',
  );
  const rows = [[]];
  while (cell.lastIndex < text.length) {
    const [, quoted = '', rest, end] = cell.exec(text);
    rows.at(-1).push(quoted.replaceAll('""', '"') + rest);
    if (end !== delimiter && cell.lastIndex < text.length) rows.push([]);
  }
  if (text.endsWith(delimiter)) rows.at(-1).push('');
  return rows;
}

/**
 * A CSV text as a table around the accused row, with that row and the column's cell marked; the header is row 1.
 */
export function csvTable(text, accused, column) {
  const [header, ...rows] = csvRows(text);
  const letters = (name) => name.toLowerCase().replace(/[^a-z]/g, '');
  const marked = column === undefined ? -1 : header.findIndex((name) => letters(name) === letters(column));
  const body = el('tbody');
  const more = el('button', { type: 'button', click: () => show(CSV_ROWS_MORE) });
  let next = Math.max(0, Math.min((accused || 0) - 2 - CSV_ROWS_AT_ONCE / 2, rows.length - CSV_ROWS_AT_ONCE));
  const cellOf = (cell, isMarked) =>
    el('td', { class: 'code' }, isMarked ? el('mark', {}, foreign(cell)) : foreign(cell));
  const show = (many) => {
    for (const end = Math.min(rows.length, next + many); next < end; next++) {
      const isAccused = next + 2 === accused;
      const cells = rows[next].map((cell, i) => cellOf(cell, isAccused && (marked < 0 || i === marked)));
      body.append(el('tr', {}, el('th', { scope: 'row' }, String(next + 2)), cells));
    }
    more.hidden = next >= rows.length;
    more.textContent = `${rows.length - next} more rows`;
  };
  show(CSV_ROWS_AT_ONCE);
  const names = ['row', ...header].map((name) => el('th', { scope: 'col' }, foreign(name)));
  return el(
    'div',
    { class: 'body scroll', tabindex: '0', role: 'group', 'aria-label': 'rows' },
    el('table', { class: 'csv' }, el('thead', {}, el('tr', {}, names)), body),
    more,
  );
}
