import { COMMANDS } from '../../options/commands.ts';
import { completions, SHELLS, type Shell } from '../../options/completions.ts';
import { helpPage, optionsPage } from '../../options/help.ts';
import { commandLine } from '../../options/invocation.ts';
import type { Io } from '../../vocabulary/io.ts';
import { didYouMean } from '../../vocabulary/nearest.ts';
import { OptionError } from '../../vocabulary/option-error.ts';

/** `help`, `help options` and `help COMMAND`, the last by running the command with `--help`. */
export async function help(
  args: string[],
  io: Io,
  ask: (args: string[]) => Promise<number>,
): Promise<number> {
  const [topic] = args;
  if (topic === undefined) io.stdout.write(helpPage());
  else if (topic === 'options') io.stdout.write(optionsPage());
  else return ask([topic, '--help']);
  return 0;
}

/** `completions SHELL`: the completion script of a shell. */
export async function shellCompletions(args: string[], io: Io): Promise<number> {
  const shell = SHELLS.find((s) => s === args[0]) as Shell | undefined;
  if (!shell || args.length !== 1) throw new OptionError(`usage: chatspec completions ${SHELLS.join('|')}`);
  io.stdout.write(completions(shell));
  return 0;
}

/** One line for an unknown command. */
export function unknownCommand(name: string): string {
  const names = COMMANDS.map((command) => command.name);
  return `there is no command '${name}'${didYouMean(name, names, `: see ${commandLine('--help')}`)}`;
}
