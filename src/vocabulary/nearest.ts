/** A longer text is no misspelled word, and would take long to compare. */
const LONGEST = 200;

/**
 * The word with the fewest different letters, if these are at most three and fewer than half of it; else undefined.
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const near = words
    .map((candidate) => ({ candidate, away: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= 3 && away * 2 < Math.max(candidate.length, word.length))
    .sort((a, b) => a.away - b.away);
  return near[0]?.candidate;
}

/** How many letters must change to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** `: did you mean X?` for a word that is near one of these; else `otherwise`. */
export function didYouMean(word: string, words: readonly string[], otherwise = ''): string {
  const near = nearestWord(word, words);
  return near === undefined ? otherwise : `: did you mean ${near}?`;
}
