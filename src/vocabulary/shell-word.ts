/** The text as one word of a POSIX shell: `shellWord("it's")` is `'it'\''s'`. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
