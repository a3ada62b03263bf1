/**
 * The text without the characters of this set at its end. The pattern for that takes a time that is quadratic in the
 * size of the text.
 */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
