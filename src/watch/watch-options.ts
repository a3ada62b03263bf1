import { OPTIONS } from '../options/definition.ts';
import { nearestWord } from '../vocabulary/nearest.ts';
import { OptionError } from '../vocabulary/option-error.ts';

/** The options of a watch in addition to those of its runs. */
export interface WatchOptions {
  everyMs: number;
  /** The folder of the history. */
  out: string;
  /** Rounds whose folders are kept. */
  keep: number;
  /** Maximum billed completions per day. */
  perDay: number;
  host: string;
  /** 0 is a free one. */
  port: number;
  /** Ends after so many rounds; without it, never. */
  rounds?: number;
  /** The options of each run. */
  run: string[];
}

const OWN = {
  every: 'DURATION',
  out: 'DIR',
  keep: 'N',
  'per-day': 'N',
  host: 'ADDRESS',
  port: 'N',
  rounds: 'N',
} as const;
type Own = keyof typeof OWN;

/** Options that make sense for a single run only. */
const OF_ONE_RUN = ['shard', 'list', 'save-target'];

/** Splits the arguments into the watch's own and those of its runs. Throws `OptionError`. */
export function watchOptions(args: readonly string[]): WatchOptions {
  const own = new Map<Own, string>();
  const run: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [, name = '', given] = /^--([\w-]+)(?:=(.*))?$/s.exec(args[at]!) ?? [];
    if (OF_ONE_RUN.includes(name)) throw new OptionError(`watch does not support --${name}`);
    const near = OPTIONS.some((option) => option.name === name)
      ? undefined
      : nearestWord(name, Object.keys(OWN));
    if (!Object.hasOwn(OWN, name)) {
      if (near !== undefined) throw new OptionError(`unknown option --${name}: did you mean --${near}?`);
      run.push(args[at]!);
      continue;
    }
    const value = given ?? args[++at];
    if (value === undefined || value === '')
      throw new OptionError(`--${name} needs a value: --${name} ${OWN[name as Own]}`);
    if (own.has(name as Own)) throw new OptionError(`--${name} was given twice`);
    own.set(name as Own, value);
  }
  const out = own.get('out');
  if (out === undefined) throw new OptionError('watch needs a folder for its history: set --out DIR');
  const rounds = own.get('rounds');
  return {
    everyMs: duration(own.get('every') ?? '10m'),
    out,
    keep: whole('keep', own.get('keep') ?? '50', 2, 10_000),
    perDay: whole('per-day', own.get('per-day') ?? '600', 1, 1_000_000),
    host: own.get('host') ?? '127.0.0.1',
    port: whole('port', own.get('port') ?? '9464', 0, 65_535),
    ...(rounds !== undefined && { rounds: whole('rounds', rounds, 1, 1_000_000) }),
    run,
  };
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

function duration(text: string): number {
  const [, number, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const ms = Number(number) * UNITS[unit as keyof typeof UNITS];
  if (!(ms >= 1_000)) throw new OptionError('--every must be a duration, for example 30s, 10m or 1h');
  return ms;
}

function whole(name: Own, text: string, least: number, most: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new OptionError(`--${name} must be a whole number from ${least} to ${most}`);
  return value;
}

/** The arguments without an option that takes a value. */
export function without(args: readonly string[], name: string): string[] {
  return args.filter((arg, at) => {
    const follows = args[at - 1] === `--${name}`;
    return !follows && arg !== `--${name}` && !arg.startsWith(`--${name}=`);
  });
}
