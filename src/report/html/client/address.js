/* global location, history */

/** The target of the URL: a check or an exchange, and the filters: `#stream/framing?verdict=fail&q=done`. */
export function readAddress() {
  const [name, query = ''] = location.hash.slice(1).split('?');
  return { name: decoded(name), filters: new URLSearchParams(query), hasFilters: query !== '' };
}

/** Writes both into the URL without a history entry. */
export function writeAddress(name, filters) {
  const query = filters.toString();
  const hash = `#${encodeURI(name)}${query === '' ? '' : `?${query}`}`;
  if (hash !== location.hash) history.replaceState(null, '', hash === '#' ? ' ' : hash);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
