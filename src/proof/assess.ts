import type { Fault, Variant } from '../../reference/src/deviation.ts';
import { globOver } from '../vocabulary/glob.ts';
import type { Level, Verdict } from '../vocabulary/verdict.ts';

/** One check's verdict in a trial, and its reason if it did not pass. */
export interface Seen {
  id: string;
  level: Level;
  verdict: Verdict;
  message: string;
  /** Exchanges that its findings cite. */
  cited: readonly string[];
  blockedBy?: string;
}

/** The outcome of a run against a service that deviates. */
export interface Sighting {
  /** One per check; empty if the handshake ended the run. */
  seen: readonly Seen[];
  refused?: string;
  /** A request with another response from the reference service, preferably a cited one. */
  shownBy(cited: readonly string[]): string | undefined;
}

/** Whether a fault was caught, and its side effects. */
export interface FaultResult {
  caught: boolean;
  /** The checks that caught it. */
  foundBy: string[];
  /** A request whose response it changed; without one the fault has no effect, or only on its own requests. */
  shownBy: string | undefined;
  /** Checks that failed or warned because of it. */
  red: string[];
  /** Those that it should not affect, and checks with errors. */
  unrelated: string[];
  why: string;
}

/** Whether a variant caused no finding. */
export interface VariantResult {
  leftAlone: boolean;
  /** Findings and unexpected inconclusive checks, one per line. */
  complaints: string[];
}

/** The outcome of a run against several faults at once. */
export interface TogetherResult {
  /** Ids of checks that failed or warned. */
  red: string[];
  /** Inconclusive checks of any level. */
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

/** Compares a result with the expected effect of a fault. */
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

/** Compares a result with the effects that variants allow; several variants if they were combined. */
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
