import type { Fault, Variant } from '../reference/deviation.ts';
import { globOver } from '../vocabulary/glob.ts';
import type { Level, Verdict } from '../vocabulary/verdict.ts';

/** One check's verdict in a trial, and why when it is not a good one. */
export interface Seen {
  id: string;
  level: Level;
  verdict: Verdict;
  message: string;
  /** Exchanges that its findings show. */
  cited: readonly string[];
  blockedBy?: string;
}

/** What came of running against a service that deviates. */
export interface Sighting {
  /** One a check; empty when the handshake ended the run. */
  seen: readonly Seen[];
  refused?: string;
  /** A request that the reference service answers otherwise, best one of those cited. */
  shownBy(cited: readonly string[]): string | undefined;
}

/** Whether a fault was caught, and what else it set off. */
export interface FaultResult {
  caught: boolean;
  /** The checks that caught it. */
  foundBy: string[];
  /** A request whose answer it changed; without one it is not real, or shows in requests of its own only. */
  shownBy: string | undefined;
  /** Checks that failed or warned because of it. */
  red: string[];
  /** Those that it should not concern, and checks that broke. */
  unrelated: string[];
  why: string;
}

/** Whether a variant was left alone. */
export interface VariantResult {
  leftAlone: boolean;
  /** Accusations and open questions, one a line. */
  complaints: string[];
}

/** What a run against several faults at once came to. */
export interface TogetherResult {
  /** Ids of checks that failed or warned. */
  red: string[];
  /** Checks that were not decided, of whatever level. */
  undecided: { id: string; level: Level; message: string; blockedBy?: string }[];
  refused?: string;
}

/** Sums up a run against several faults at once. */
export function assessTogether({ seen, refused }: Sighting): TogetherResult {
  return {
    red: seen.filter((s) => s.verdict === 'fail' || s.verdict === 'warn').map((s) => s.id),
    undecided: seen
      .filter((s) => s.verdict === 'inconclusive' || s.verdict === 'error')
      .map(({ id, level, message, blockedBy }) => ({ id, level, message, ...(blockedBy && { blockedBy }) })),
    ...(refused === undefined ? {} : { refused }),
  };
}

/** Holds a sighting against what a fault has to set off. */
export function assessFault(fault: Fault, sighting: Sighting): FaultResult {
  const red = sighting.seen.filter((s) => s.verdict === 'fail' || s.verdict === 'warn');
  const broken = sighting.seen.filter((s) => s.verdict === 'error');
  const expected = red.filter((s) => globOver(fault.expects)(s.id));
  const foundBy = expected.filter((s) => s.verdict === 'fail' || fault.level === 'should');
  const open = sighting.seen.filter((s) => s.verdict === 'inconclusive' && globOver(fault.expects)(s.id));
  const unrelated = [...red.filter((s) => !globOver(fault.expects)(s.id)), ...broken];
  return {
    caught: fault.undecidable ? open.length > 0 && red.length === 0 : foundBy.length > 0,
    foundBy: foundBy.map((s) => s.id),
    shownBy: sighting.shownBy([...expected, ...(fault.undecidable ? open : [])].flatMap((s) => s.cited)),
    red: red.map((s) => `${s.id} ${s.verdict}`),
    unrelated: unrelated.map((s) => `${s.id} ${s.verdict}: ${s.message}`),
    why: sighting.refused ?? describe(sighting.seen),
  };
}

/** Holds a sighting against what variants allow; several ones when they were combined. */
export function assessVariants(variants: readonly Variant[], sighting: Sighting): VariantResult {
  const mayWarn = variants.flatMap((variant) => variant.mayWarn ?? []);
  const beside = ({ undecidedWith = {} }: Variant) => variants.flatMap(({ id }) => undecidedWith[id] ?? []);
  const undecided = variants.flatMap((variant) => [...(variant.undecided ?? []), ...beside(variant)]);
  const complaints = sighting.seen
    .filter((s) => {
      if (s.verdict === 'fail' || s.verdict === 'error') return true;
      if (s.verdict === 'warn') return !globOver(mayWarn)(s.id);
      return s.verdict === 'inconclusive' && s.level === 'must' && !globOver(undecided)(s.id);
    })
    .map((s) => `${s.id} ${s.verdict}: ${s.message}`);
  if (sighting.refused !== undefined) complaints.push(`handshake: ${sighting.refused}`);
  return { leftAlone: complaints.length === 0, complaints };
}

function describe(seen: readonly Seen[]): string {
  const open = seen.filter((s) => s.verdict === 'inconclusive' || s.verdict === 'error');
  return open.map((s) => `${s.id} ${s.verdict}: ${s.message}`).join('; ');
}
