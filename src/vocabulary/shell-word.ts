/** The text as one word of a POSIX shell: `shellWord("it's")` is `'it'\''s'`. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A word as `shellWord` writes it, or a header whose value is in a variable. */
const WORD = String.raw`(?:[\w@%+=:,./-]|'[^'\n]*'|\\'|"[\w-]+: \$\w+")+`;
const COMMAND = new RegExp(`^(npm (?:--prefix ${WORD} )?start --|${WORD})(?: ${WORD})*$`);

/** Whether a text from a record is a command line of chatspec that a shell runs as it stands, or a comment. */
export function isCommandLine(text: unknown): boolean {
  if (typeof text === 'string' && /^# [^\n\r]*$/.test(text)) return true;
  const program = typeof text === 'string' ? COMMAND.exec(text)?.[1] : undefined;
  return program !== undefined && (program.startsWith('npm ') || /(?:chatspec|\/cli\.js)'?$/.test(program));
}
