import type { Fault } from '../../reference/src/deviation.ts';
import { FAULTS, VARIANTS } from '../../reference/src/deviations/index.ts';
import { globOver } from '../vocabulary/glob.ts';
import { BASES, hiddenOn } from './bases.ts';
import type { BaseChoice, ProofOptions } from './options.ts';
import { coveringRows } from './pairs.ts';
import type { Task } from './tasks.ts';

/**
 * The trials of one seed: the reference service itself, every fault, every variant, every pair of variants. If
 * bases take turns, so do the variants: a third of them alone, and a third of the combinations for the pairs, which
 * contains every variant. `shownBy` names for faults the check that is tried first; only the reference service shows
 * what other checks say of a fault, if all bases are tried.
 */
export function tasksOf(
  seed: number,
  { only, network, bases, whole }: Pick<ProofOptions, 'only' | 'network' | 'bases' | 'whole'>,
  shownBy: ReadonlyMap<string, string> = new Map(),
): Task[] {
  const wanted = (id: string) => only.length === 0 || globOver(only)(id);
  const combinations = only.filter((id) => id.includes('+')).map((id) => id.split('+'));
  const covering =
    only.length === 0 ? coveringRows(VARIANTS).map((row) => row.map((variant) => variant.id)) : [];
  const itsTurn = (_: unknown, i: number) => bases !== 'turn' || only.length > 0 || (i + seed) % 3 === 0;
  // Each third of the combinations contains every variant.
  const rows = covering.filter(itsTurn);
  return [
    { kind: 'baseline', seed, network },
    ...[...rows, ...combinations].map((ids): Task => ({ kind: 'variants', ids, seed, network })),
    ...VARIANTS.filter(({ id }, i) => wanted(id) && itsTurn(id, i)).map(
      ({ id }): Task => ({ kind: 'variants', ids: [id], seed, network }),
    ),
    ...FAULTS.flatMap((fault, i) =>
      wanted(fault.id) && (!needsPython(fault) || only.includes(fault.id))
        ? basesFor(fault, i, seed, bases).map((base): Task => {
            const first = base !== undefined || bases === 'turn' ? shownBy.get(fault.id) : undefined;
            const aim = whole ? {} : { aimed: true, ...(first !== undefined && { first }) };
            return { kind: 'fault', id: fault.id, seed, network, ...(base && { base }), ...aim };
          })
        : [],
    ),
  ];
}

/** The variants for a check about completions, and for one about usage, by the first part of their ids. */
const COMPLETIONS = ['request', 'completion', 'stream', 'auth', 'error', 'billing', 'path', 'service'];
const USAGE = ['usage', 'csv', 'auth', 'error', 'path', 'service'];
const ABOUT_USAGE = /^(usage|accounting|isolation)\//;

/**
 * The reference service, the faults for a check, those with which the stored proof saw it fail, and the variants of
 * its area, for runs of this check only.
 */
export function tasksNear(
  check: string,
  provedBy: ReadonlySet<string>,
  { seed, network }: Pick<ProofOptions, 'seed' | 'network'>,
): Task[] {
  const areas = ABOUT_USAGE.test(check) ? USAGE : COMPLETIONS;
  const trial = { seed, network, check };
  return [
    { kind: 'baseline', ...trial },
    ...FAULTS.filter(
      (fault) => (fault.expects[0] === check || provedBy.has(fault.id)) && !needsPython(fault),
    ).map(({ id }): Task => ({ kind: 'fault', id, ...trial })),
    ...VARIANTS.filter(({ id }) => areas.includes(id.split('/', 1)[0]!)).map(
      ({ id }): Task => ({ kind: 'variants', ids: [id], ...trial }),
    ),
  ];
}

/**
 * It can only be caught if Python has its client, which is no part of this project: a separate test has these
 * faults.
 */
const needsPython = ({ settings }: Fault) => settings?.clients?.includes('python') ?? false;

/**
 * The services on which a fault is tried, undefined being the reference service; if it cannot show there, on
 * another one.
 */
function basesFor(fault: Fault, index: number, seed: number, choice: BaseChoice): (string | undefined)[] {
  const all = [undefined, ...BASES];
  const chosen = {
    turn: [all[(index + seed) % all.length]],
    all,
    default: [undefined],
    opposite: ['opposite'],
    mix: ['mix'],
  }[choice];
  const shown = chosen.filter((base) => base === undefined || hiddenOn(fault, base, seed) === undefined);
  const single = choice === 'opposite' || choice === 'mix';
  const own = Object.entries(fault.bases ?? {}).flatMap(([base, shows]) => (shows === 'shows' ? [base] : []));
  return [...(shown.length > 0 || single ? shown : [undefined]), ...(single ? [] : own)];
}
