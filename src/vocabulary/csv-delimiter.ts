/** Delimiters that spreadsheets read. */
const USUAL = [',', ';', '\t', '|'];
/** Others, which titles do not hold; a header has at least so many, and no usual one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: separators of ASCII are some of them
const UNUSUAL = /[!#$*:^~\\\x01-\x08\x0b\x0c\x0e-\x1f]/g;
const LEAST_UNUSUAL = 3;
/** Cells in quotes with a blank between them. */
const QUOTED_CELLS = /^"[^"]*"(?: "[^"]*")+\s*$/;

/** The delimiter of a table, an ASCII character, as its header shows: the most frequent one outside of quotes. */
export function delimiterIn(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const most = (signs: readonly string[]): [sign: string, count: number] =>
    signs
      .map((sign): [string, number] => [sign, bare.split(sign).length - 1])
      .reduce((best, one) => (one[1] > best[1] ? one : best), [',', 0]);
  const [usual, count] = most(USUAL);
  if (count > 0) return usual;
  if (QUOTED_CELLS.test(header)) return ' ';
  const [unusual, others] = most([...new Set(bare.match(UNUSUAL))]);
  return others >= LEAST_UNUSUAL ? unusual : ',';
}
