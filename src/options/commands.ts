/** A command of the command line. */
export interface CommandDefinition {
  name: string;
  /** Its operands, for people: `FOLDER…`. */
  operands?: string;
  /** A short description for the page of `--help`. */
  summary: string;
  /** The text of its `--help`: lines of usage, an empty line, and a description. */
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
      'chatspec init [--yes] [--out FILE]\n\nAsks for the address, the model, the source of the key, whether chatspec is its only user, and the profile, and\nwrites chatspec.config.json. --yes uses the defaults. init never overwrites a file.',
  },
  {
    name: 'doctor',
    summary: 'test the connection step by step, and say what to fix',
    usage:
      'chatspec doctor [options of a run]\n\nTests name, TCP, TLS, path, key, model, stream and usage, and says for each what to fix. Sends at most eight\nrequests, two of them billed. Exit code 0 if the service is ready for a run, else 2.',
  },
  {
    name: 'list',
    summary: 'list the selected checks, and send nothing',
    usage:
      'chatspec list [WHAT…] [options of a run]\n\nLists checks with level, clauses and title, one per line. WHAT is an id, a glob, an area or a section.',
  },
  {
    name: 'plan',
    summary: 'show the requests and tokens of a run, and send nothing',
    usage:
      'chatspec plan [options of a run]\n\nShows the requests and tokens of a run by area, and sends nothing. Completions and tokens are upper bounds for a\nconforming service; the number of requests is an estimate. Without --profile, all three are shown.',
  },
  {
    name: 'serve',
    summary: 'start the reference service, optionally with a fault',
    usage:
      'chatspec serve [options]\n\nRuns the reference service until you interrupt it.\n\n  --port N              default: a free port\n  --records N           daily usage records of the main organization; default 330\n  --database FILE       stores the data in a file; default: in memory\n  --seed N              seed of keys, history and answers; default 1\n  --rate-limit N[/S]    N requests in S seconds for each key; S is 60 by default\n  --latency MS          delay before each answer\n  --overload SHARE      answers this share of requests (0 to 1) with 503\n  --errors SHARE        answers this share of requests (0 to 1) with 500\n  --fault ID            violates the contract in one way (see chatspec faults); may be repeated\n  --variant ID          differs in a way that the contract allows; may be repeated\n  --hostile ID          attacks its callers (see chatspec faults --hostile); excludes the options above',
  },
  {
    name: 'faults',
    operands: '[FILTER]',
    summary: 'list the faults and variants of the reference service',
    usage:
      "chatspec faults [FILTER …] [--json]\nchatspec faults --hostile\n\nCounts the faults and variants of serve --fault and serve --variant by area. With FILTER, lists them: FILTER is an id,\na glob, an area, a clause or a word of a title; '*' lists all. --hostile lists the services of serve --hostile, which\nattack their callers.",
  },
  {
    name: 'explain',
    operands: 'ID',
    summary: 'explain a check, a fault or a variant',
    usage:
      'chatspec explain ID\n\nA check (see chatspec list): its clauses in words, what it sends, what passes, warns and fails,\nand the faults that prove it. A fault or variant (see chatspec faults): its effect, and the checks that find it.',
  },
  {
    name: 'render',
    operands: 'FOLDER',
    summary: 'recreate all reports from the record of a run',
    usage:
      'chatspec render FOLDER [--har] [--verbose]\n\nMakes every report again from the record of a run, also of one that was killed. --har makes evidence.har too, for viewers\nof HTTP archives. --verbose prints every finding in full. A folder that was altered is rejected, and one\nwhose signature would not hold for the new files. The exit code is that of the run.',
  },
  {
    name: 'judge',
    operands: 'FOLDER',
    summary: 'judge the stored evidence of a run again, offline',
    usage:
      'chatspec judge FOLDER\n\nCompares the folder with its manifest and judges the stored evidence again, offline. Says whether every verdict is\nreproduced or, with another version of chatspec, which verdicts change. Exit code 0 if all are reproduced, 1 if any\ndiffers or the folder was modified.',
  },
  {
    name: 'verify',
    operands: 'FOLDER',
    summary: 'check that no byte of a report has changed, and who signed it',
    usage:
      'chatspec verify FOLDER [--key FILE] [--require-signature] [--tsa-ca FILE]\n\nCompares the digests of all files with the manifest, checks the footer and, with a key, the signature. FILE has\nEd25519 public keys: PEM, lines as in id_ed25519.pub, or the allowed signers of ssh-keygen -Y. Exit code 1 if a\nfile was changed or added, if a file is a link or a pipe, or if the signature is of another key. Only a checked\nsignature detects a folder that was rewritten as a whole: --require-signature demands one. --tsa-ca demands a time\nstamp (RFC 3161) of the signature by one of these authorities (PEM), and checks it offline.',
  },
  {
    name: 'compare',
    operands: 'A B',
    summary: 'compare two reports',
    usage:
      'chatspec compare BEFORE AFTER [--json | --markdown] [--html FILE]\n\nShows the two runs side by side, and the differences between their folders, the worst first: new failures, checks that\nbecame inconclusive, new warnings, fixed checks, changed observations, added and removed checks. --markdown is for a\ncomment or a job summary, --html writes a page. Exit code 1 on new failures, 3 if a decided check became inconclusive.',
  },
  {
    name: 'matrix',
    operands: 'FOLDER…',
    summary: 'compare several reports in one page',
    usage: 'chatspec matrix FOLDER… [--out FILE]\n\nSeveral reports side by side in one HTML page.',
  },
  {
    name: 'watch',
    summary: 'run the smoke profile repeatedly, and report changes',
    usage:
      'chatspec watch --out DIR [--every 10m] [--keep N] [--per-day N] [--host ADDRESS] [--port N] [--rounds N] [options of a run]\n\nRuns the smoke profile repeatedly, each run in its own process, and prints changes. Pays for at most --per-day\ncompletions (600) a day (UTC), and tries invalid keys once a day. Keeps the folders of the last --keep rounds (50).\nServes /metrics for Prometheus and / with the history on 127.0.0.1:9464 (--host, --port; 0 is a free port). Resumes\nafter an interruption. Ends after --rounds, or on SIGINT or SIGTERM.',
  },
  {
    name: 'merge',
    operands: 'FOLDER…',
    summary: 'merge the shards of a run into one report',
    usage:
      'chatspec merge FOLDER… [--out FOLDER] [--key PUBLIC_KEY_FILE]\n\nMerges the folders of all shards of a run (--shard 1/3, 2/3, 3/3) into one report, as of one run. Judges the records of\nall shards together, and sends nothing. The last shard must start after the others have ended; otherwise its\nmeasurements are inconclusive. With --key, each shard must be signed by a key of that file. The exit code is that of\nthe run.',
  },
  {
    name: 'history',
    operands: 'FOLDER…',
    summary: 'show one service over many runs: verdicts, latency, cost',
    usage:
      'chatspec history FOLDER… [--html FILE]\n\nFOLDER is a report, or a folder of reports such as that of a watch.\n\nLists the runs by time, one per line, with verdict, latency and cost, and the checks whose verdict differs between\nruns. --html writes a page.',
  },
  {
    name: 'accept',
    operands: 'FOLDER ID',
    summary: 'accept a finding until a day',
    usage:
      'chatspec accept FOLDER CHECK|FINGERPRINT --reason TEXT --until YYYY-MM-DD [--owner NAME] [--known FILE] [--any-target]\n\nAdds a finding of a report to the file of accepted findings (chatspec.known.json). Reports still show an accepted\nfinding, but it does not affect the exit code until that day has passed.',
  },
  {
    name: 'export',
    operands: 'WHAT',
    summary: 'export the contract as OpenAPI 3.1 (openapi), or the checks (checks)',
    usage:
      'chatspec export openapi [--description first|second] [--server URL] [--target FILE] [--out FILE]\nchatspec export checks [--format json|markdown] [--out FILE]\n\nExports the contract for other tools. --description chooses one of the two published descriptions of the completion\nendpoint. --target gives the names of the usage parameters, as --save-target wrote them.',
  },
  {
    name: 'completions',
    operands: 'SHELL',
    summary: 'print the shell completions for bash, zsh or fish',
    usage:
      'chatspec completions bash|zsh|fish\n\nPrints the completions of a shell. In bash: source <(chatspec completions bash)',
  },
  {
    name: 'help',
    operands: '[COMMAND]',
    summary: 'show this page, the page of a command, or every option (help options)',
  },
];
