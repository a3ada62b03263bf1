import { OPTIONS } from './definitions.ts';

const COMMANDS: readonly (readonly [string, string])[] = [
  ['(none)', 'judge a service, or the embedded reference service'],
  ['plan', 'say what a run would send and ask for, before anything is sent'],
  ['serve', 'start the reference service, with --fault ID or --freedom ID a deviating one'],
  ['faults', 'list the known faults and freedoms'],
  ['explain ID', 'what a check sends, and what passes, warns and fails'],
  ['render FOLDER', 'make every report again from the record of a run'],
  ['judge FOLDER', 'judge the stored evidence of a run again, offline'],
  ['verify FOLDER', 'see that no byte of a report has changed, and who signed it'],
  ['compare A B', 'what changed between two reports; exit 1 on regressions'],
  ['export WHAT', 'the contract as OpenAPI 3.1 (openapi), or the checks as JSON or Markdown (checks)'],
  ['matrix FOLDER…', 'several targets side by side, in one page'],
];

/** What `chatspec COMMAND --help` says of the commands that take little more than folders. */
const USAGE: Readonly<Record<string, string>> = {
  explain:
    'chatspec explain CHECK\n\nA check by its id (see chatspec --list): its clauses in words, what it sends, what passes, warns and fails,\nand the faults that prove it.',
  render:
    'chatspec render FOLDER\n\nMakes every report again from the record of a run, also of one that was killed. The exit code is that of the run.',
  judge:
    'chatspec judge FOLDER\n\nJudges the stored evidence again, offline, and says whether every verdict is reproduced; with another version of\nthe suite, which would change. Exit 0 when all are reproduced, 1 when any differs.',
  verify:
    'chatspec verify FOLDER [--key PUBLIC_KEY.pem]\n\nCompares the digests of all files with the manifest, checks the footer and, with a key, the signature. Exit 1 when\nanything was changed, or was not signed with that key.',
  compare:
    'chatspec compare BEFORE AFTER [--json]\n\nNew failures, fixed ones, changed observations, checks that came or went, between two report folders. Exit 1 on new\nfailures, 3 when something that was decided no longer is.',
  export:
    'chatspec export openapi [--description first|second] [--server URL] [--target FILE] [--out FILE]\nchatspec export checks [--format json|markdown] [--out FILE]\n\nWrites the contract for other tools. --description chooses one of the two published descriptions of the completion\nendpoint; --target gives the names of the usage parameters, as --save-target wrote them.',
  matrix: 'chatspec matrix FOLDER… [--out FILE]\n\nSeveral reports side by side in one HTML page.',
};

/** The help of a command that has no page of its own; undefined for the others. */
export function commandHelp(name: string): string | undefined {
  const text = Object.hasOwn(USAGE, name) ? USAGE[name] : undefined;
  return text === undefined ? undefined : `${text}\n`;
}

/** The page of `chatspec --help`. */
export function helpPage(): string {
  const lines = [
    'chatspec: judges a hosted chat-completion service, clause by clause, against its contract.',
    '',
    'Usage: chatspec [COMMAND] [options]',
    '',
    'Commands (each has --help)',
    ...COMMANDS.map(([name, help]) => `  ${name.padEnd(16)} ${help}`),
  ];
  for (const group of [...new Set(OPTIONS.map((o) => o.group))]) {
    lines.push('', group);
    for (const o of OPTIONS.filter((option) => option.group === group)) {
      const left = `--${o.name}${o.value ? ` ${o.value}` : ''}`;
      lines.push(`  ${left.padEnd(28)} ${o.help}${o.env ? ` [${o.env}]` : ''}`);
    }
  }
  lines.push(
    '',
    'Keys: CHATSPEC_API_KEY, CHATSPEC_NOBALANCE_KEY, CHATSPEC_OTHER_ORG_KEY, or the files above; never an argument.',
    'Exit codes: 0 conformant, 1 non-conformant, 2 could not run, 3 inconclusive, 130/143/129 interrupted.',
    '',
  );
  return lines.join('\n');
}
