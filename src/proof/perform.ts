import type { AnyDeviation, Fault, Variant } from '../../reference/src/deviation.ts';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import type { PlacedCheck } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';
import type { Profile, Settings } from '../vocabulary/settings.ts';
import { type Outcome, runAgainst, type Trial } from './against.ts';
import { assessFault, assessTogether, assessVariants, type Seen, type Sighting } from './assess.ts';
import { variantsOf } from './bases.ts';
import { untrueFindings } from './findings.ts';
import { falseCauses, spoiltPasses } from './passes.ts';
import { type Done, NOTHING, type Task } from './tasks.ts';

const checksOf = ({ profile = 'standard' }: Partial<Settings> = {}) =>
  CHECKS.filter((check) => inProfile(check, profile));

/** The profile of a single check that the standard one lacks. */
function profileOf(id: string | undefined): Pick<Settings, 'profile'> | undefined {
  const check = CHECKS.find((one) => one.id === id);
  return check && !inProfile(check, 'standard') ? { profile: 'exhaustive' } : undefined;
}

/** The one check of a task, or all. */
function onlyCheck(check: string | undefined, checks: readonly PlacedCheck[]): readonly PlacedCheck[] {
  if (check === undefined) return checks;
  const selected = checks.filter(({ id }) => id === check);
  if (selected.length === 0) throw new Error(`no check ${check} to run`);
  return selected;
}

const levels = new Map(CHECKS.map((check) => [check.id as string, check.level]));
const baselines = new Map<string, Promise<Outcome>>();
/** Cached baselines: all that one seed needs, and few of others, since each holds every exchange of its run. */
const BASELINES_HELD = 12;

/**
 * The result of a run of this seed against the reference service, or against one of its bases; run once. `check`
 * limits it to the requests of one check.
 */
function baseline(
  trial: Pick<Trial, 'seed' | 'network' | 'keysUnsought'>,
  {
    base,
    profile,
    check,
  }: { base?: string | undefined; profile?: Profile | undefined; check?: string | undefined },
): Promise<Outcome> {
  const way = JSON.stringify([trial.seed, trial.network, trial.keysUnsought, base, profile, check]);
  const below = laidOver(base ? variantsOf(base, trial.seed) : [], profile && { profile });
  const checks = onlyCheck(check, checksOf(below.settings));
  const outcome = baselines.get(way) ?? runAgainst(checks, { ...below, ...trial });
  // Moves it to the end: the least recently used one is dropped.
  baselines.delete(way);
  baselines.set(way, outcome);
  const [longest] = baselines.keys();
  if (baselines.size > BASELINES_HELD) baselines.delete(longest!);
  return outcome;
}

/** The changes of several deviations, the first one first, in the profile that they name or need. */
function laidOver(
  deviations: readonly AnyDeviation[],
  profile?: Pick<Settings, 'profile'>,
): Pick<Trial, 'changes' | 'service' | 'settings'> {
  return {
    changes: deviations.map((deviation) => deviation.change),
    service: Object.assign({}, ...deviations.map((deviation) => deviation.service)),
    settings: Object.assign({ ...profile }, ...deviations.map((deviation) => deviation.settings)),
  };
}

/** Does a task. Never rejects: errors are part of the result. */
export async function perform(task: Task): Promise<Done> {
  const begun = performance.now();
  const done = (part: Partial<Done>): Done => ({
    task,
    ...NOTHING,
    milliseconds: Math.round(performance.now() - begun),
    ...part,
  });
  try {
    if (task.kind === 'baseline') {
      const trial = { seed: task.seed, network: task.network, keysUnsought: false };
      const honest = await baseline(trial, { ...profileOf(task.check), check: task.check });
      const variants = assessVariants([], sightingOf(honest, honest));
      return done({ variants, ...facts(honest, honest) });
    }
    const base = task.kind === 'fault' ? task.base : undefined;
    const below = base ? variantsOf(base, task.seed) : [];
    const ids = task.kind === 'fault' ? [task.id] : task.ids;
    const deviations = [...below, ...ids.map(findDeviation).filter((found) => found !== undefined)];
    const network = task.network || deviations.some((deviation) => deviation.network);
    const trial = { seed: task.seed, network, keysUnsought: !givesKeysAway(task) };
    const against = { ...laidOver(deviations, profileOf(task.check)), ...trial };
    const checks = checksOf(against.settings);
    const way = { base, profile: against.settings?.profile };
    const honest = await baseline(trial, { ...way, check: task.check });
    const selected = onlyCheck(task.check, checks);
    if (task.kind === 'fault') {
      const fault = deviations.at(-1) as Fault;
      for (const some of selectionsFor(task, fault, checks)) {
        const found = faultFound(fault, await runAgainst(some, against), honest);
        if (found.fault.caught && found.fault.shownBy !== undefined && found.untrue.length === 0)
          return done(found);
      }
      const outcome = await runAgainst(checks, against);
      return done(faultFound(fault, outcome, await baseline(trial, way)));
    }
    const outcome = await runAgainst(selected, against);
    const sighting = sightingOf(outcome, honest);
    if (task.kind === 'together')
      return done({ together: assessTogether(sighting), ...facts(outcome, honest) });
    return done({ variants: assessVariants(deviations as Variant[], sighting), ...facts(outcome, honest) });
  } catch (error) {
    return done({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

const MANY_RECORDS = 'usage/5000-records';

/** The checks that are run against a fault before all of them, a few first. */
function selectionsFor(
  { check, aimed, first }: Task & { kind: 'fault' },
  fault: Fault,
  checks: readonly PlacedCheck[],
): (readonly PlacedCheck[])[] {
  if (check !== undefined) return [onlyCheck(check, checks)];
  if (!aimed) return [];
  const expected = checks.filter(({ id }) => globOver(fault.expects)(id));
  return [expected.filter(({ id }) => id === first), expected].filter((some) => some.length > 0);
}

const faultFound = (fault: Fault, outcome: Outcome, honest: Outcome) => ({
  fault: assessFault(fault, sightingOf(outcome, honest)),
  ...facts(outcome, honest),
});

/**
 * Random key-like texts show in combinations of variants, which contain all of them; the variant with many records,
 * whose search takes long, is tried alone. Few faults can show only by a key.
 */
function givesKeysAway(task: Exclude<Task, { kind: 'baseline' }>): boolean {
  if (task.kind === 'variants')
    return task.ids.includes(MANY_RECORDS) ? task.ids.length === 1 : task.ids.length > 1;
  const fault = task.kind === 'fault' ? findDeviation(task.id) : undefined;
  return fault?.kind !== 'fault' || globOver(fault.expects)('auth/key-never-returned');
}

function sightingOf(outcome: Outcome, honest: Outcome): Sighting {
  return {
    seen: outcome.results.map(
      (line): Seen => ({
        id: line.id,
        level: levels.get(line.id) ?? 'open',
        verdict: line.verdict,
        message: line.message,
        cited: line.findings.flatMap((finding) => finding.exchanges),
        ...(line.blockedBy === undefined ? {} : { blockedBy: line.blockedBy }),
      }),
    ),
    ...(outcome.refused === undefined ? {} : { refused: outcome.refused }),
    shownBy: (cited) => outcome.wire.differingFrom(honest.wire, cited),
  };
}

type Facts = Pick<Done, 'verdicts' | 'requests' | 'billable' | 'billed' | 'clockMs' | 'untrue'>;

function facts(outcome: Outcome, honest: Outcome): Facts {
  return {
    untrue: [
      ...untrueFindings(outcome.results, outcome.wire, outcome.judged),
      ...spoiltPasses(outcome.results, outcome.wire, honest.wire),
      ...falseCauses(outcome.results),
    ],
    verdicts: Object.fromEntries(outcome.results.map((line) => [line.id, line.verdict])),
    requests: outcome.requests,
    billable: outcome.billable,
    billed: outcome.billed,
    clockMs: outcome.clockMs,
  };
}
