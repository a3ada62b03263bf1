import { AREAS } from '../vocabulary/areas.ts';
import { COMMANDS } from './commands.ts';
import { OPTIONS } from './definition.ts';

/** The options of the first page; `help options` lists all. */
const FIRST = [
  'base-url',
  'model',
  'reasoning-model',
  'exclusive',
  'at',
  'profile',
  'scope',
  'only',
  'skip',
  'seed',
  'fail-on',
  'rps',
  'out',
];

/** The help of a command; that of `help` is the first page. */
export function commandHelp(name: string): string {
  const usage = COMMANDS.find((command) => command.name === name)?.usage;
  return usage === undefined ? helpPage() : `${usage}\n`;
}

/** The line of a command's help that shows its operands and options; `command` may have an operand: `export checks`. */
export function usageLine(command: string): string {
  const lines = COMMANDS.flatMap(({ usage = '' }) => usage.split('\n'));
  return lines.find((line) => line.startsWith(`chatspec ${command} `)) ?? `chatspec ${command}`;
}

/** The page of `chatspec --help`: it fits a screen. */
export function helpPage(): string {
  return [
    'chatspec: judges a hosted chat-completion service against its contract, clause by clause.',
    '',
    'Usage: chatspec [COMMAND] [options]   default command: run; each command has --help',
    '',
    ...COMMANDS.map(({ name, operands, summary }) => row([name, operands].join(' ').trim(), summary, 20)),
    '',
    ...OPTIONS.filter(({ name }) => FIRST.includes(name)).map(({ name, value, help }) =>
      row(`--${name}${value ? ` ${value}` : ''}`, help, 22),
    ),
    '',
    `Areas: ${AREAS.slice(0, 9).join(', ')},`,
    `       ${AREAS.slice(9).join(', ')}.`,
    'All options: chatspec help options. Set keys in CHATSPEC_API_KEY and others listed there, never as an argument.',
    'Exit codes: 0 conformant, 1 not conformant, 2 could not run, 3 inconclusive, 130/143/129 interrupted.',
    '',
  ].join('\n');
}

/** The page of `chatspec help options`: every option with its environment variable. */
export function optionsPage(): string {
  const groups = Map.groupBy(OPTIONS, ({ group }) => group);
  const lines = [
    'Options of a run. Options override the environment, and the environment overrides the configuration.',
  ];
  for (const [group, options] of groups) {
    lines.push('', group);
    for (const { name, value, help, env } of options) {
      lines.push(row(`--${name}${value ? ` ${value}` : ''}`, `${help}${env ? ` [${env}]` : ''}`, 28));
    }
  }
  lines.push(
    '',
    'Keys: CHATSPEC_API_KEY, CHATSPEC_NOBALANCE_KEY, CHATSPEC_OTHER_ORG_KEY, or the files above; never an argument.',
    '',
  );
  return lines.join('\n');
}

const row = (left: string, right: string, width: number) => `  ${left.padEnd(width)} ${right}`;
