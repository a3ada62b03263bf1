/** One option of the command line, and its environment variable. */
export interface OptionDefinition {
  name: string;
  /** The operand of the option; absent for switches. */
  value?: string;
  env?: string;
  multiple?: true;
  help: string;
  group: string;
}

/** The options of each group by name. Each has a variable of the same name, `CHATSPEC_MAX_USD`, unless `env` is false. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Written>>>> = {
  Target: {
    config: {
      value: 'FILE',
      help: 'configuration file; default chatspec.config.ts, chatspec.config.json or the chatspec member of package.json',
    },
    'no-config': { help: 'ignore configuration files, for example in an untrusted folder' },
    at: { value: 'NAME', help: 'name of a target in the configuration, or all' },
    'base-url': {
      value: 'URL',
      help: 'the service, without /api/v1. Default: the embedded reference service',
    },
    'api-path': {
      value: 'PATH',
      help: 'path of the endpoints instead of /api/v1; /v1 is a published variant',
    },
    'api-key-file': { value: 'FILE', env: false, help: 'file with the key (default: CHATSPEC_API_KEY)' },
    model: {
      value: 'ID',
      multiple: true,
      help: 'model for completions; default: the most used. A further model costs eight completions',
    },
    'reasoning-model': { value: 'ID', help: 'reasoning model, for the reasoning checks' },
    'nobalance-key-file': {
      value: 'FILE',
      env: false,
      help: 'file with the key of an empty wallet (default: CHATSPEC_NOBALANCE_KEY), for the 402 checks',
    },
    'other-org-key-file': {
      value: 'FILE',
      env: false,
      help: 'file with a key of another organization (default: CHATSPEC_OTHER_ORG_KEY), for the isolation checks',
    },
    exclusive: { help: 'no other client uses the organization during the run' },
  },
  Selection: {
    profile: { value: 'NAME', help: 'smoke, standard (default) or exhaustive' },
    scope: {
      value: 'PART',
      help: 'chat (all except usage and billing), or compat (the part of chat that clients need)',
    },
    only: {
      value: 'WHAT',
      multiple: true,
      help: 'run checks by id, glob, area or section: --only stream,4.2',
    },
    skip: { value: 'WHAT', multiple: true, help: 'skip checks by id, glob, area or section' },
    clients: {
      value: 'NAMES',
      multiple: true,
      help: 'run additional clients: langchain, ai-sdk, python; about five billed completions each',
    },
    list: { env: false, help: 'list the selected checks, and send nothing' },
    seed: { value: 'N', help: 'random seed; the same seed sends the same requests' },
    shard: {
      value: 'I/N',
      help: 'run the I-th of N parts, for merge; start the last one after the others (needs --seed)',
    },
  },
  Verdict: {
    require: {
      value: 'AREA',
      multiple: true,
      help: 'a check of this area that is not applicable makes the run inconclusive',
    },
    'fail-on': { value: 'warn', help: 'a warning makes the exit code 1' },
    known: {
      value: 'FILE',
      help: 'file of accepted findings, which do not affect the exit code; default chatspec.known.json',
    },
    'strict-known': { help: 'an accepted finding that no longer occurs makes the exit code 1' },
  },
  Limits: {
    timeout: { value: 'SECONDS', help: 'timeout for headers, and for silence in a body (60)' },
    settle: { value: 'SECONDS', help: 'how long usage totals must be stable before growth is judged (30)' },
    'settle-deadline': { value: 'SECONDS', help: 'how long live accounting waits for totals at most (120)' },
    concurrency: { value: 'N', help: 'maximum of concurrent requests (16, fewer if the service slows down)' },
    rps: { value: 'N', help: 'maximum of requests per second (no limit)' },
    'max-requests': { value: 'N', help: 'maximum of requests' },
    'max-received': {
      value: 'MB',
      help: 'stop sending after so many megabytes of responses, decompressed (4000)',
    },
    'max-duration': { value: 'SECONDS', help: 'maximum time for sending, from the first request (7200)' },
    'max-billed': { value: 'N', help: 'maximum of billed completions (180; smoke 40, exhaustive 400)' },
    'max-tokens': { value: 'N', help: 'maximum of requested tokens (2500; smoke 1000, exhaustive 5000)' },
    'max-usd': { value: 'X', help: 'maximum cost in USD (needs --prices)' },
    prices: { value: 'IN,OUT', help: 'USD per 1M input and output tokens, for example 0.5,1.5' },
  },
  Network: {
    header: { value: "'Name: value'", multiple: true, help: 'header for every request' },
    'secret-header': {
      value: 'NAME',
      multiple: true,
      help: 'name of a header with a secret value, besides authorization, cookie, x-api-key and similar',
    },
    ca: { value: 'FILE', help: 'PEM file of an additional certificate authority' },
  },
  Usage: {
    target: { value: 'FILE', help: 'file with the parameter names and columns of --save-target' },
    'save-target': {
      value: 'FILE',
      env: false,
      help: 'write the discovered parameter names and columns to this file',
    },
    'usage-range': { value: 'A..B', help: 'closed days to compare, both inclusive: 2026-01-01..2026-01-31' },
  },
  Report: {
    out: { value: 'FOLDER', help: 'folder of the report; default reports/<time>-<host>' },
    'keep-identities': { help: 'keep e-mail addresses and user ids in the evidence' },
    'sign-key': {
      value: 'FILE',
      help: 'sign the report with this Ed25519 private key (PEM, or OpenSSH without a passphrase)',
    },
    operator: { value: 'NAME', help: 'signature field: who ran the test' },
    purpose: { value: 'TEXT', help: 'signature field: purpose' },
    'valid-until': { value: 'YYYY-MM-DD', help: 'signature field: last day of validity' },
    timestamp: {
      value: 'URL',
      help: 'request a time stamp of the signature from this service (RFC 3161); sends only the digest',
    },
    quiet: { help: "print only the verdict, the worst findings and the report's path" },
    verbose: {
      help: 'print every check when it ends, then findings in full with curl, clients, sections and latency',
    },
    trace: { help: 'print a line per exchange' },
  },
  Other: {
    help: { env: false, help: 'this page' },
    version: { env: false, help: 'the version of chatspec' },
  },
};

type Written = Pick<OptionDefinition, 'value' | 'multiple' | 'help'> & { env?: false };

/** Keys are never arguments, because all users of the machine can see arguments. */
export const OPTIONS: readonly OptionDefinition[] = Object.entries(GROUPS).flatMap(([group, options]) =>
  Object.entries(options).map(([name, { env, ...option }]) => ({
    name,
    ...option,
    group,
    ...(env !== false && { env: `CHATSPEC_${name.toUpperCase().replaceAll('-', '_')}` }),
  })),
);
