/** Delimiters that spreadsheets read. */
const USUAL = [',', ';', '\t', '|'];
/** Others, which titles do not hold; a header has at least so many, and no usual one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: separators of ASCII are some of them
const UNUSUAL = /[!#$*:^~\\\x01-\x08\x0b\x0c\x0e-\x1f]/g;
const LEAST_UNUSUAL = 3;
/** Cells in quotes with a blank between them. */
const QUOTED_CELLS = /^"[^"]*"(?: "[^"]*")+\s*$/;

/** Lines of captions and blank ones, at most, above the header. */
const MOST_ABOVE = 10;

/**
 * The delimiter of a table, an ASCII character, as its header shows: the most frequent one outside of quotes. The header
 * is the first line with several, since a caption may have a comma.
 */
export function delimiterOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/, MOST_ABOVE + 1);
  const counts = lines.map(usualIn);
  const [usual] = counts.find(([, count]) => count > 1) ?? counts.find(([, count]) => count > 0) ?? [];
  return usual ?? lines.map(unusualIn).find((sign) => sign !== undefined) ?? ',';
}

const unquoted = (line: string) => line.replace(/"[^"]*"/g, '');

const mostIn = (line: string, signs: readonly string[]): [sign: string, count: number] =>
  signs
    .map((sign): [string, number] => [sign, line.split(sign).length - 1])
    .reduce((best, one) => (one[1] > best[1] ? one : best), [',', 0]);

const usualIn = (line: string) => mostIn(unquoted(line), USUAL);

function unusualIn(line: string): string | undefined {
  if (QUOTED_CELLS.test(line)) return ' ';
  const bare = unquoted(line);
  const [sign, count] = mostIn(bare, [...new Set(bare.match(UNUSUAL))]);
  return count >= LEAST_UNUSUAL ? sign : undefined;
}
