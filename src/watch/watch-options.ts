import { OPTIONS } from '../options/definition.ts';
import { number, text } from '../options/values.ts';
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

/** Options that make sense for a single run only. */
const OF_ONE_RUN = ['shard', 'list', 'save-target'];

/** Splits the arguments into the watch's own and those of its runs. Throws `OptionError`. */
export function watchOptions(args: readonly string[]): WatchOptions {
  const own = new Map<string, readonly string[]>();
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
      throw new OptionError(`--${name} needs a value: --${name} ${OWN[name as keyof typeof OWN]}`);
    if (own.has(name)) throw new OptionError(`--${name} was given twice`);
    own.set(name, [value]);
  }
  const whole = (name: keyof typeof OWN, min: number, max: number) =>
    number(own, name, { min, max, integer: true });
  const out = text(own, 'out');
  if (out === undefined) throw new OptionError('watch needs a folder for its history: set --out DIR');
  const rounds = whole('rounds', 1, 1_000_000);
  return {
    everyMs: duration(text(own, 'every') ?? '10m'),
    out,
    keep: whole('keep', 2, 10_000) ?? 50,
    perDay: whole('per-day', 1, 1_000_000) ?? 600,
    host: text(own, 'host') ?? '127.0.0.1',
    port: whole('port', 0, 65_535) ?? 9464,
    ...(rounds !== undefined && { rounds }),
    run,
  };
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

function duration(raw: string): number {
  const [, number, unit] = /^(\d{1,6})([smh])$/.exec(raw) ?? [];
  const ms = Number(number) * UNITS[unit as keyof typeof UNITS];
  if (!(ms >= 1_000)) throw new OptionError('--every must be a duration, for example 30s, 10m or 1h');
  return ms;
}

/** The arguments without an option that takes a value. */
export function without(args: readonly string[], name: string): string[] {
  return args.filter((arg, at) => {
    const follows = args[at - 1] === `--${name}`;
    return !follows && arg !== `--${name}` && !arg.startsWith(`--${name}=`);
  });
}
