// Like the merges of real tokenizers: short runs of letters with the space before them, digits by threes, marks alone.
const TOKEN = / ?\p{Script=Latin}{1,7}| ?\p{N}{1,3}| ?[\p{L}\p{M}]{1,2}| ?[^\s\p{L}\p{N}\p{M}]|\s+/gu;

/** Cuts a text into tokens; their concatenation is the text. */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** How many tokens a text takes. */
export function countTokens(text: string): number {
  let count = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.exec(text)) count++;
  return count;
}
