import { BadFile } from '../files/regular-file.ts';
import type { RunOptions } from '../options/run-options.ts';
import { childEnvironment } from '../vocabulary/child-environment.ts';
import type { Io } from '../vocabulary/io.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { ConfigError, OptionError } from '../vocabulary/option-error.ts';

import { createGuard, type Guard, keysIn } from './guard.ts';
import { announce } from './opening.ts';

type Command = (args: string[], io: Io) => Promise<number>;

/** Every command loads its own modules: the first request should not wait for modules that it does not need. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./commands/init.ts')).init,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  list: async () => (await import('./commands/list.ts')).list,
  plan: async () => (await import('./commands/plan.ts')).plan,
  serve: async () => (await import('./commands/serve.ts')).serve,
  faults: async () => (await import('./commands/faults.ts')).faults,
  explain: async () => (await import('./commands/explain.ts')).explain,
  render: async () => (await import('./commands/render.ts')).render,
  judge: async () => (await import('./commands/judge.ts')).judge,
  verify: async () => (await import('./commands/verify.ts')).verify,
  compare: async () => (await import('./commands/compare.ts')).compare,
  matrix: async () => (await import('./commands/matrix.ts')).matrix,
  watch: async () => (await import('./commands/watch.ts')).watch,
  merge: async () => (await import('./commands/merge.ts')).merge,
  history: async () => (await import('./commands/history.ts')).history,
  accept: async () => (await import('./commands/accept.ts')).accept,
  export: async () => (await import('./commands/export.ts')).exportContract,
  completions: async () => (await import('./commands/help.ts')).shellCompletions,
  help: async () => {
    const { help } = await import('./commands/help.ts');
    return (args, io) => help(args, io, (asked) => main(asked, io));
  },
};

/** The names of the commands that can be run. */
export const COMMAND_NAMES: readonly string[] = ['run', ...Object.keys(COMMANDS)];

/** Runs a command line; resolves with the exit code. An error is one line on standard error. */
export async function main(
  args: readonly string[],
  given: Io = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
  },
): Promise<number> {
  // The embedded service prints keys of its own, which may be those that a shell still has from an earlier one.
  const isService = args[0] === 'serve';
  const guard = createGuard(args, isService ? { ...given, env: childEnvironment({}, given.env) } : given);
  const { io } = guard;
  // A reader that closes the pipe (`| head`, a closed terminal) must not prevent the report.
  for (const stream of [process.stdout, process.stderr]) stream.off('error', ignore).on('error', ignore);
  // Node writes its warnings directly to the terminal unless there is a listener.
  if (given.stderr === process.stderr) {
    process.removeAllListeners('warning');
    process.on('warning', ({ name, message }) => io.stderr.write(`${name}: ${guard.line(message)}\n`));
  }
  try {
    const [name] = args;
    if (name === undefined || name.startsWith('-')) return await judgeService(args, guard);
    return await runCommand(name, args.slice(1), guard);
  } catch (error) {
    tellError(error, guard);
    return 2;
  } finally {
    guard.end();
  }
}

async function runCommand(name: string, args: readonly string[], guard: Guard): Promise<number> {
  const { io } = guard;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command && name !== 'run')
    throw new OptionError((await import('./commands/help.ts')).unknownCommand(name));
  if (args.includes('--help') || args.includes('-h')) {
    const { commandHelp } = await import('../options/help.ts');
    io.stdout.write(commandHelp(name));
    return 0;
  }
  // Users of test runners type `chatspec run` for `chatspec`.
  return command ? await (await command())([...args], io) : await judgeService(args, guard);
}

function tellError(error: unknown, guard: Guard): void {
  const { io } = guard;
  if (error instanceof ConfigError) guard.add(error.message.split(/\s+/).flatMap(keysIn));
  const message = error instanceof Error ? error.message : String(error);
  const exhausted =
    /^E[MN]FILE$/.test(String((error as NodeJS.ErrnoException | null)?.code)) ||
    message.endsWith('too many open files.');
  const known = exhausted || [OptionError, BadFile, JournalFailed].some((kind) => error instanceof kind);
  const text = exhausted
    ? 'the limit of open files is too low: raise it with ulimit -n'
    : `${error instanceof BadFile ? 'cannot read the folder: ' : ''}${message}`;
  io.stderr.write(`chatspec: ${known ? '' : 'internal error: '}${guard.line(text)}\n`);
  if (!known && io.env.CHATSPEC_DEBUG && error instanceof Error) io.stderr.write(`${error.stack}\n`);
}

async function judgeService(args: readonly string[], guard: Guard): Promise<number> {
  const { io } = guard;
  const { readOptions } = await import('../options/parse.ts');
  const given = readOptions(args, io.env);
  if (given.has('help')) {
    const { helpPage } = await import('../options/help.ts');
    io.stdout.write(helpPage());
    return 0;
  }
  if (given.has('version')) {
    const { SUITE_NAME, SUITE_VERSION } = await import('../run/suite.ts');
    io.stdout.write(`${SUITE_NAME} ${SUITE_VERSION}\n`);
    return 0;
  }
  const { configuredTargets, targetOptions } = await import('../config/targets.ts');
  const targets = await configuredTargets(given, io);
  const { publicNames, secretsOf } = await import('../http/redact.ts');
  const hide = ({ settings, keys }: RunOptions, env: NodeJS.ProcessEnv): void => {
    if (keys) guard.add(secretsOf(settings, keys, env), publicNames(settings));
  };
  if (!given.has('list')) guard.stopCommands();
  if (targets.length > 1 && !given.has('list')) {
    const { judgeAll } = await import('./all-targets.ts');
    return await judgeAll(targets, guard, hide);
  }
  const [target] = targets;
  const { env } = target;
  const options = targetOptions(target);
  hide(options, env);
  if (options.list) {
    const { listChecks } = await import('./commands/list-checks.ts');
    io.stdout.write(listChecks(options));
    return 0;
  }
  announce(options, io);
  const { run } = await import('./run.ts');
  return await run(options, { ...io, env });
}

function ignore(): void {}
