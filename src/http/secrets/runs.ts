/**
 * The runs of bytes of which all are `within`, and that are as long as `shortest` at least, in their order. A run covers one of
 * every so many places: most of a text of words is never looked at.
 */
export function* runs(
  bytes: Uint8Array,
  within: Uint8Array,
  shortest: number,
): Iterable<readonly [start: number, end: number]> {
  const { length } = bytes;
  for (let at = 0, probe = shortest - 1; probe < length; probe = at + shortest - 1) {
    let start = probe;
    while (start >= at && within[bytes[start]!] !== 0) start--;
    if (start >= at) {
      at = start + 1;
      continue;
    }
    let end = probe + 1;
    while (end < length && within[bytes[end]!] !== 0) end++;
    yield [at, end];
    at = end + 1;
  }
}
