/** The text as one word of a POSIX shell: `shellWord("it's")` is `'it'\''s'`. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Replaces the shell command of a run that has none: pasted into a shell it does nothing. */
export const NO_COMMAND = '# judged in its own process: in the test, give';

/** The programs of recorded commands: of a clone, of an installed package, and of a dependency of a project. */
export const PROGRAMS = ['npm start --', 'chatspec', 'npx --no chatspec'] as const;

/** The configuration of a recorded command: it can run code, so that the user names the file. */
export const OWN_CONFIG = '--config "$CHATSPEC_CONFIG"';

/** A value as `shellWord` writes it, which no program reads as an option, or a header with a variable. */
const VALUE = String.raw`(?:[\w@%+=:,./][\w@%+=:,./-]*|'(?!-)[^'\n\r]*'(?:\\''[^'\n\r]*')*|"[\w-]+: \$CHATSPEC_\w+")`;
/** An option and its value; a configuration can run code. */
const OPTION = `--(?!config\\b)[a-z-]+(?: ${VALUE})?`;
const COMMAND = new RegExp(
  `^(?:${[...PROGRAMS, NO_COMMAND].join('|')})(?: ${OPTION}| ${OWN_CONFIG.replace('$', '\\$')})*$`,
);

/** Whether a text from a record is a command of chatspec alone, whatever its options. */
export function isCommandLine(text: string): boolean {
  return COMMAND.test(text);
}
