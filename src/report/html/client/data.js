/* global document, atob */

/** The record of an exchange, or undefined when the page does not hold it. */
export function exchangeRecord(id) {
  const source = document.getElementById(`x-${id}`);
  return source ? JSON.parse(source.textContent) : undefined;
}

let rows;

/** One row for each request, in the order in which they began. */
export function requestRows() {
  rows ??= readRows().sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  return rows;
}

/** In the page a row is a list: id, start, duration, status or failure, method, path, label. */
function readRows() {
  return JSON.parse(document.getElementById('requests')?.textContent ?? '[]').map(
    ([id, startedAt, ms, outcome, method, path, label]) => ({
      id,
      startedAt,
      ms,
      outcome,
      method,
      path,
      label,
    }),
  );
}

/** The bytes of a stored body. */
export function bytesOf(body) {
  if ('text' in body) return new TextEncoder().encode(body.text);
  return Uint8Array.from(atob(body.base64), (c) => c.charCodeAt(0));
}
