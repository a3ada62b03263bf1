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

/** An option of a recorded command, and its value if it is in the text. */
export interface CommandOption {
  name: string;
  value: string | undefined;
}

/**
 * An option with its value as `shellWord` writes it, which no program reads as an option; the user's configuration; or
 * a header with a variable, which names no key of another organization.
 */
const OPTION = new RegExp(
  [
    String.raw` --(?:(?<config>config "\$CHATSPEC_CONFIG")`,
    String.raw`(?<header>header "[\w-]+: \$CHATSPEC_(?!OTHER_ORG_|NOBALANCE_)\w+")`,
    String.raw`(?<name>(?!config\b)[a-z-]+)(?: (?:(?<bare>[\w@%+=:,./][\w@%+=:,./-]*)|'(?<quoted>(?!-)[^'\n\r]*(?:'\\''[^'\n\r]*)*)'))?)(?= --|$)`,
  ].join('|'),
  'y',
);

/**
 * The options of a text from a record that is a command of chatspec alone, whatever they are; undefined if it is
 * anything else.
 */
export function commandOptions(text: string): CommandOption[] | undefined {
  const program = [...PROGRAMS, NO_COMMAND].find((one) => `${text} `.startsWith(`${one} `));
  if (program === undefined) return undefined;
  const options: CommandOption[] = [];
  for (let at = program.length; at < text.length; at = OPTION.lastIndex) {
    OPTION.lastIndex = at;
    const found = OPTION.exec(text)?.groups;
    if (!found) return undefined;
    const { config, header, name, bare, quoted } = found;
    options.push({
      name: name ?? (config ? 'config' : header ? 'header' : ''),
      value: bare ?? quoted?.replaceAll(`'\\''`, "'"),
    });
  }
  return options;
}
