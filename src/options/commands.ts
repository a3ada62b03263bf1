/** A command of the command line. */
export interface CommandDefinition {
  name: string;
  /** What follows it, for people: `FOLDER…`. */
  operands?: string;
  /** A few words for the page of `--help`. */
  summary: string;
  /** What `--help` after it says; absent where it has a page of its own. */
  usage?: string;
}

/** Every command, in the order of the help page. */
export const COMMANDS: readonly CommandDefinition[] = [
  {
    name: 'run',
    summary: 'judge a service, or without --base-url the embedded reference service',
    usage:
      'chatspec run [options]\n\nJudges a service, as chatspec does without a command. chatspec help options lists the options.',
  },
  {
    name: 'init',
    summary: 'ask five questions and write a configuration',
    usage:
      'chatspec init [--yes] [--out FILE]\n\nAsks for the address, the model, where the key is found, whether the key is used by nobody else, and the profile, and\nwrites chatspec.config.json. --yes takes every default. A file that is there is never overwritten.',
  },
  {
    name: 'doctor',
    summary: 'try the connection step by step, and say what to mend',
    usage:
      'chatspec doctor [options of a run]\n\nTries name, TCP, TLS, path, key, model, stream and usage, and says at each what to mend. It sends at most eight\nrequests, of which two are billed. Exit 0 when a run can begin, 2 when it cannot.',
  },
  {
    name: 'list',
    summary: 'show the checks that would run, and send nothing',
    usage:
      'chatspec list [WHAT…] [options of a run]\n\nThe checks with level, clauses and title, a line each; WHAT is an id, a glob, an area or a section.',
  },
  { name: 'plan', summary: 'say what a run would send and ask for' },
  { name: 'serve', summary: 'start the reference service, or one with a fault' },
  { name: 'faults', operands: '[FILTER]', summary: 'list what serve can do wrong, or otherwise' },
  {
    name: 'explain',
    operands: 'ID',
    summary: 'what a check sends and judges, or what a fault does',
    usage:
      'chatspec explain ID\n\nA check by its id (see chatspec list): its clauses in words, what it sends, what passes, warns and fails,\nand the faults that prove it. A fault or variant (see chatspec faults): what it does, and the checks that find it.',
  },
  {
    name: 'render',
    operands: 'FOLDER',
    summary: 'make every report again from the record of a run',
    usage:
      'chatspec render FOLDER [--har] [--verbose]\n\nMakes every report again from the record of a run, also of one that was killed. --har makes evidence.har too, for viewers\nof HTTP archives. --verbose prints every finding in full. A folder that was altered is rejected, and one\nwhose signature would not hold for the new files. The exit code is that of the run.',
  },
  {
    name: 'judge',
    operands: 'FOLDER',
    summary: 'judge the stored evidence of a run again, offline',
    usage:
      'chatspec judge FOLDER\n\nCompares the folder with its manifest, judges the stored evidence again, offline, and says whether every verdict is\nreproduced; with another version of the suite, which would change. Exit 0 when all are reproduced, 1 when any differs\nor the folder was altered.',
  },
  {
    name: 'verify',
    operands: 'FOLDER',
    summary: 'see that no byte of a report has changed, and who signed it',
    usage:
      'chatspec verify FOLDER [--key FILE] [--require-signature] [--tsa-ca FILE]\n\nCompares the digests of all files with the manifest, checks the footer and, with a key, the signature. FILE holds\nEd25519 public keys: PEM, lines as in id_ed25519.pub, or the allowed signers of ssh-keygen -Y. Exit 1 when\nanything was changed, added, or is a link or a pipe, or was not signed with that key. A folder that was rewritten as a\nwhole is found out by a checked signature alone: --require-signature asks for one. --tsa-ca asks for a time stamp\n(RFC 3161) of the signature, by a service of one of these authorities (PEM); it is checked offline.',
  },
  {
    name: 'compare',
    operands: 'A B',
    summary: 'what changed between two reports',
    usage:
      'chatspec compare BEFORE AFTER [--json | --markdown] [--html FILE]\n\nThe two runs side by side, and what changed between their folders, what got worse first: new failures, what is no longer\ndecided, new warnings, fixed ones, changed observations, checks that came or went. --markdown is for a comment or a job\nsummary, --html writes a page. Exit 1 on new failures, 3 when something that was decided no longer is.',
  },
  {
    name: 'matrix',
    operands: 'FOLDER…',
    summary: 'several reports side by side, in one page',
    usage: 'chatspec matrix FOLDER… [--out FILE]\n\nSeveral reports side by side in one HTML page.',
  },
  {
    name: 'watch',
    summary: 'run the smoke profile again and again, and keep what changed',
    usage:
      'chatspec watch --out DIR [--every 10m] [--keep N] [--per-day N] [--host ADDRESS] [--port N] [--rounds N] [options of a run]\n\nRuns the smoke profile again and again, each run in a process of its own, and prints what changed. At most --per-day\ncompletions (600) are paid for a day, UTC; wrong keys are tried once a day. The last --keep rounds (50) keep their folders.\n/metrics is for Prometheus and / shows the history, on 127.0.0.1:9464 (--host, --port; 0 is a free one). Killed and\nstarted again it goes on. It ends after --rounds, or with SIGINT or SIGTERM.',
  },
  {
    name: 'merge',
    operands: 'FOLDER…',
    summary: 'join the shards of a run into one report',
    usage:
      'chatspec merge FOLDER… [--out FOLDER]\n\nJoins the folders of all shards of a run (--shard 1/3, 2/3, 3/3) into one report, as if it had been one run: what all of\nthem recorded is judged together, and nothing is sent. The last shard has to start when the others have ended; what it\nmeasured beside them is inconclusive. The exit code is that of the run.',
  },
  {
    name: 'history',
    operands: 'FOLDER…',
    summary: 'one service over many runs: verdicts, latency, cost',
    usage:
      'chatspec history FOLDER… [--html FILE]\n\nFOLDER is a report, or a folder of reports such as that of a watch.\n\nThe runs in the order of their times, a line each, with verdict, latency and cost, and the checks that did not end alike\nin all of them. --html draws it as a page.',
  },
  {
    name: 'accept',
    operands: 'FOLDER ID',
    summary: 'accept a finding of a report until a day',
    usage:
      'chatspec accept FOLDER CHECK|FINGERPRINT --reason TEXT --until YYYY-MM-DD [--owner NAME] [--known FILE] [--any-target]\n\nWrites a finding of a report into the file of accepted findings (chatspec.known.json). It stays visible in every report\nand no longer decides the exit code, until the day is over.',
  },
  {
    name: 'export',
    operands: 'WHAT',
    summary: 'the contract as OpenAPI 3.1 (openapi), or the checks (checks)',
    usage:
      'chatspec export openapi [--description first|second] [--server URL] [--target FILE] [--out FILE]\nchatspec export checks [--format json|markdown] [--out FILE]\n\nWrites the contract for other tools. --description chooses one of the two published descriptions of the completion\nendpoint; --target gives the names of the usage parameters, as --save-target wrote them.',
  },
  {
    name: 'completions',
    operands: 'SHELL',
    summary: 'what completes commands and options in bash, zsh or fish',
    usage:
      'chatspec completions bash|zsh|fish\n\nPrints the completions of a shell. In bash: source <(chatspec completions bash)',
  },
  {
    name: 'help',
    operands: '[COMMAND]',
    summary: 'this page, that of a command, or every option (help options)',
  },
];
