import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { CHECKS } from '../../suites/index.ts';
import { BASES } from './bases.ts';

/** The options of the matrix. */
export interface ProofOptions {
  /** Ids or globs; combinations of variants are joined with `+`. Empty: everything. */
  only: string[];
  /** A check: its faults and the variants of its area are tried with this check only. */
  near?: string;
  /** How many seeds, beginning with `seed`. */
  seeds: number;
  seed: number;
  jobs: number;
  /** Uses loopback for every service, not only for faults that need a real connection. */
  network: boolean;
  /** Where the full result is written, and for a matrix of all bases proof.json; a partial run writes nothing. */
  out: string;
  /** The services on which faults are tried. */
  bases: BaseChoice;
  /** Runs every check against every fault, not only the ones that can find it. */
  whole: boolean;
  /** Number of services with twelve faults each to judge instead; 0: none. */
  cocktails: number;
}

/**
 * `default`: the reference service; `opposite` and `mix`: another conformant service (see `variantsOf`); `all`
 * three; `turn`: every fault on one of the three, in turn.
 */
export type BaseChoice = (typeof CHOICES)[number];
const CHOICES = ['turn', 'all', 'default', ...BASES] as const;

export const USAGE = `Usage: npm run prove -- [options]

Runs the suite against every known fault and against every known way of conforming otherwise: against a fault the checks
that can find it, and all of them where those alone do not.

  --only ID     a fault, a variant, several variants joined with +, or a glob; may be repeated
  --near CHECK  the faults of this check and the variants of its area, with this check alone: seconds, for who writes it
  --seeds N     run everything with N seeds (default 1)
  --seed N      the first of them (default 1)
  --jobs N      threads (default: as many as there are processors)
  --network     talk to all services over loopback: slower, and otherwise done only where it matters
  --out FOLDER  where the full result goes, and proof.json, which reports quote, with --bases all (default reports)
  --bases NAME  services on which faults have to be caught: default, opposite (does otherwise whatever it may), mix (drawn
                by the seed), all three, or turn (each fault on one of them, a third of the variants alone and of their
                combinations, by seed; the default for a matrix)
  --whole       run every check against every fault: shows what else it sets off, and takes four times as long (the default
                with --only)
  --cocktails N judge N services that have twelve random faults each, instead of the matrix: what of it is still found;
                without --seed another N each time; what finds each fault alone is read from the full result of a matrix in
                the folder of --out, where it is of the same checks
`;

/** Reads the arguments. Throws a `TypeError` with the problem in one line. */
export function proofOptions(args: readonly string[]): ProofOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      near: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      seed: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      network: { type: 'boolean', default: false },
      out: { type: 'string', default: 'reports' },
      bases: { type: 'string' },
      whole: { type: 'boolean', default: false },
      cocktails: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const cocktails = values.cocktails === undefined ? 0 : positive('cocktails', values.cocktails);
  const afresh = cocktails > 0 ? 1 + randomInt(1_000_000) : 1;
  if (values.near !== undefined && !CHECKS.some(({ id }) => id === values.near))
    throw new TypeError(`--near wants the id of a check, and ${values.near} is none: npm start -- list`);
  return {
    only: values.only,
    ...(values.near !== undefined && { near: values.near }),
    seeds: positive('seeds', values.seeds),
    seed: values.seed === undefined ? afresh : positive('seed', values.seed),
    jobs: positive('jobs', values.jobs),
    network: values.network,
    out: values.out,
    bases: baseChoice(values.bases ?? (values.only.length > 0 ? 'default' : 'turn')),
    whole: values.whole || values.only.length > 0,
    cocktails,
  };
}

function baseChoice(text: string): BaseChoice {
  const known = CHOICES.find((choice) => choice === text);
  if (!known) throw new TypeError(`--bases wants one of ${CHOICES.join(', ')}`);
  return known;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new TypeError(`--${name} wants a whole number above 0`);
  return value;
}
