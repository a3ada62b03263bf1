import { findDeviation } from '../../reference/src/deviations/index.ts';
import type { Check } from '../vocabulary/check.ts';
import type { Done, Task } from './tasks.ts';

/** The results of the matrix. */
export interface ProofSummary {
  faults: { known: number; caught: number };
  variants: { known: number; leftAlone: number };
  /** Combinations of variants that contain every compatible pair. */
  combinations: { known: number; leftAlone: number };
  /**
   * For each service on which faults were tried (the reference service is the default): their number, and how many
   * were caught.
   */
  bases: Record<string, { tried: number; caught: number }>;
  /** Faults that were not caught, with the actual verdicts. */
  missed: { id: string; level: string; seed: number; shownBy: string | undefined; why: string }[];
  /** Faults that change no response to a request that the reference service got as well. */
  unshown: { id: string; seed: number }[];
  /** Variants, or combinations, that caused a finding. */
  accused: { ids: string[]; seed: number; complaints: string[] }[];
  /** Checks of level must or should that no fault turns red. */
  idle: string[];
  /** Faults with failed checks that they should not affect. */
  unrelated: { id: string; seed: number; checks: string[] }[];
  /** Untrue statements of runs (see `Done.untrue`), with their trial. */
  untrue: { task: string; what: string[] }[];
  /** Trials with errors of chatspec. */
  broken: { task: string; error: string }[];
}

/** Faults that demonstrate one check, besides those that demonstrate no other. */
export const SHOWN = 5;

/** For each check faults that made it fail, the most specific first. Every fault that any check found is named. */
export function provedBy(results: readonly Done[]): Record<string, string[]> {
  const faults = new Map<string, string[]>();
  for (const { task, fault } of results) {
    if (task.kind !== 'fault' || !fault || faults.has(task.id)) continue;
    faults.set(
      task.id,
      fault.red.map((entry) => entry.split(' ')[0]!),
    );
  }
  const proved: Record<string, string[]> = {};
  for (const [id, red] of [...faults].sort((a, b) => a[1].length - b[1].length)) {
    const room = red.filter((check) => (proved[check]?.length ?? 0) < SHOWN);
    for (const check of room.length > 0 ? room : red.slice(0, 1))
      proved[check] = [...(proved[check] ?? []), id];
  }
  return Object.fromEntries(Object.entries(proved).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A fault's id, and the base on which it was tried. */
const nameOf = ({ id, base }: { id: string; base?: string }): string => (base ? `${id} on ${base}` : id);
const faultOf = (name: string): string => name.split(' on ', 1)[0]!;

/**
 * Adds up the trials. A fault counts as caught if it was caught with every seed and on every base; a variant has to
 * be accepted likewise.
 */
export function summarize(results: readonly Done[], checks: readonly Check[]): ProofSummary {
  const faults = results.flatMap((done) =>
    done.fault && done.task.kind === 'fault'
      ? [{ id: nameOf(done.task), seed: done.task.seed, ...done.fault }]
      : [],
  );
  const variants = results.flatMap((done) =>
    done.variants
      ? [
          {
            ids: done.task.kind === 'variants' ? [...done.task.ids] : [],
            seed: done.task.seed,
            ...done.variants,
          },
        ]
      : [],
  );
  const red = new Set(faults.flatMap((fault) => fault.red.map((entry) => entry.split(' ')[0]!)));
  const missed = faults.filter((fault) => !fault.caught);
  const accused = variants.filter((variant) => !variant.leftAlone);
  const found = new Set(faults.map(({ id }) => faultOf(id)));
  const lost = new Set(missed.map(({ id }) => faultOf(id)));
  /** The trials of one variant, or of several together. */
  const share = (isOfKind: (ids: readonly string[]) => boolean) => {
    const names = (of: typeof variants) =>
      new Set(of.filter(({ ids }) => isOfKind(ids)).map(({ ids }) => ids.join('+')));
    return { known: names(variants).size, leftAlone: names(variants).size - names(accused).size };
  };
  return {
    faults: { known: found.size, caught: found.size - lost.size },
    variants: share((ids) => ids.length === 1),
    combinations: share((ids) => ids.length > 1),
    bases: byBase(results),
    missed: missed.map(({ id, seed, shownBy, why }) => {
      const found = findDeviation(faultOf(id));
      return { id, seed, shownBy, why, level: found?.kind === 'fault' ? found.level : '' };
    }),
    unshown: faults.filter((f) => f.shownBy === undefined).map(({ id, seed }) => ({ id, seed })),
    accused: accused.map(({ ids, seed, complaints }) => ({ ids, seed, complaints })),
    idle: checks.filter((check) => check.level !== 'open' && !red.has(check.id)).map((check) => check.id),
    unrelated: faults
      .filter((f) => f.unrelated.length > 0)
      .map(({ id, seed, unrelated }) => ({ id, seed, checks: unrelated })),
    untrue: results.flatMap(({ task, untrue }) =>
      untrue.length > 0 ? [{ task: trialOf(task), what: untrue }] : [],
    ),
    broken: results.flatMap((done) =>
      done.error === undefined ? [] : [{ task: JSON.stringify(done.task), error: done.error }],
    ),
  };
}

function byBase(results: readonly Done[]): ProofSummary['bases'] {
  const bases: ProofSummary['bases'] = {};
  for (const { task, fault } of results) {
    if (task.kind !== 'fault' || !fault) continue;
    const name = task.base ?? 'default';
    const { tried, caught } = bases[name] ?? { tried: 0, caught: 0 };
    bases[name] = { tried: tried + 1, caught: caught + Number(fault.caught) };
  }
  return bases;
}

function trialOf(task: Task): string {
  if (task.kind === 'baseline') return 'the reference service itself';
  return 'ids' in task ? task.ids.join('+') : nameOf(task);
}

/** Whether the matrix holds: every fault caught, no finding for a variant, no untrue statement, no error. */
export function holds({ missed, accused, untrue, broken }: ProofSummary): boolean {
  return [missed, accused, untrue, broken].every((list) => list.length === 0);
}
