/* global document, atob */

/** The record of an exchange, or undefined when the page does not hold it. */
export function exchangeRecord(id) {
  const source = document.getElementById(`x-${id}`);
  return source ? JSON.parse(source.textContent) : undefined;
}

/** One row for each request: id, start, duration, status or failure, method, path, label. */
export function requestRows() {
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
