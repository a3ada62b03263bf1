import { areaOf, type Check, type Judge, type Phase, type Requester } from '../vocabulary/check.ts';
import type { Credential, Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine, DiscoveryLine } from '../vocabulary/record.ts';
import type { Profile, Settings } from '../vocabulary/settings.ts';
import type { Target, Urgency } from '../vocabulary/target.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import { beforeBodies } from './broken-bodies.ts';
import { type ExamineOptions, examine } from './examine.ts';
import type { RunContext } from './requester.ts';
import { createRunContexts, type Part } from './run-contexts.ts';

/** What the engine needs to run checks: no file, no terminal, no test runner. */
export interface EngineOptions {
  /** The selected checks; see `selectChecks`. */
  checks: readonly Check[];
  settings: Settings;
  /** Which keys there are beside the main one. */
  credentials: readonly Credential[];
  target: Target;
  /** The runs that are judged as one, each with what it asked: one, of all of the above, when left out. */
  parts?: readonly Part[];
  /** The plainest valid completion: what tells an empty balance from a wrong status. */
  plainCompletion(ask: Requester, model: string): Promise<Exchange>;
  /** Hears every result as it comes, once for each check. */
  onResult?(line: CheckLine): void;
  /** Hears what a judge of this check was shown when it found something. */
  onJudged?(check: string, evidence: unknown, judge: Judge<never>): void;
  onDiscovery?(line: DiscoveryLine): void;
  /** Hears what is waited for. */
  watch?: RunWatch;
}

/** A run of checks against one target. */
export interface Session {
  readonly runContext: RunContext;
  /** Of each part. */
  readonly runContexts: readonly RunContext[];
  /** Says what the handshake found, before anything else is asked. */
  begin(found: { model: string }): void;
  /** The result of one check; the first call starts all of them. */
  result(check: Check): Promise<CheckLine>;
  /** Runs everything; resolves with the results in the order of `checks`. */
  all(): Promise<CheckLine[]>;
}

const PHASES: readonly Phase[] = ['first', 'early', 'main', 'accounting', 'late', 'last', 'end'];
const PROFILES: readonly Profile[] = ['smoke', 'standard', 'exhaustive'];

/** True when the profile is large enough for the check. */
export function inProfile(check: Check, profile: Profile): boolean {
  return PROFILES.indexOf(check.profile ?? 'smoke') <= PROFILES.indexOf(profile);
}

/** What reads usage costs nothing and is counted nowhere: it need not wait until the first completions are. */
function phaseOf({ id, phase }: Check): Phase | 'beside' {
  return phase ?? (areaOf(id) === 'usage' ? 'beside' : 'main');
}

/** Reads usage after the last completion: keys and wallets, which follow each other in steps, need not wait for it. */
function readsLate({ id, phase }: Check): boolean {
  return phase === 'late' && ['usage', 'isolation'].includes(areaOf(id));
}

/** What reads usage: other checks rest on some of it, one after the other, and nobody waits for the rest. */
function urgenciesOf(checks: readonly Check[]): Map<string, Urgency> {
  const grounds = new Set<string>(
    checks.flatMap(({ needs = [], needsIfApplicable = [], considers = [] }) => [
      ...needs,
      ...needsIfApplicable,
      ...considers,
    ]),
  );
  const reads = checks.filter((check) => phaseOf(check) === 'beside' || readsLate(check));
  return new Map(reads.map(({ id }) => [id, grounds.has(id) ? 'pressing' : 'unhurried']));
}

/** Prepares a run. Phases follow each other; within one, checks run side by side and the target paces their requests. */
export function createSession(options: EngineOptions): Session {
  const { checks, settings, target, credentials } = options;
  const parts = options.parts ?? [{ target, settings, credentials, asks: () => true }];
  const plain = (ask: Requester) => options.plainCompletion(ask, model);
  const urgencies = urgenciesOf(checks);
  const runContexts = createRunContexts(parts, plain, options.watch, (owner) => urgencies.get(owner));
  const judgingBodies = beforeBodies(checks);
  const results = new Map<string, PromiseWithResolvers<CheckLine>>();
  for (const check of checks) results.set(check.id, Promise.withResolvers<CheckLine>());
  const askedBy = parts.map((part) => new Set<string>(checks.filter(part.asks).map((check) => check.id)));
  let model = settings.model ?? '';
  let started: Promise<void> | undefined;
  let stopped = false;

  const contextOf = (check: Check, at = parts.findIndex((part) => part.asks(check))): ExamineOptions => ({
    runContext: runContexts[at]!,
    settings: parts[at]!.settings,
    model,
    reasoningModel: settings.reasoningModel,
    credentials: parts[at]!.credentials,
    selected: (id) => askedBy[at]!.has(id),
    mayAwaitBodies: !judgingBodies.has(check.id),
    resultOf: (id) => results.get(id)?.promise,
    stopped,
    onStopped: () => {
      stopped = true;
    },
    onDiscovery: (found) => options.onDiscovery?.({ type: 'discovery', ...found }),
    onJudged: options.onJudged && ((evidence, judge) => options.onJudged?.(check.id, evidence, judge)),
  });

  const runPhase = (phase: Phase | 'beside') =>
    Promise.all(
      checks
        .filter((check) => phaseOf(check) === phase)
        .map(async (check) => {
          const result = await examine(check, contextOf(check));
          options.onResult?.(result);
          results.get(check.id)!.resolve(result);
        }),
    );
  const runAll = async () => {
    let beside: Promise<unknown> | undefined;
    for (const phase of PHASES) {
      if (phase === 'first') beside = runPhase('beside');
      await runPhase(phase);
      // While totals are waited for there is room for it; what comes later looks back at all that was answered.
      if (phase === 'accounting') await beside;
    }
  };
  const start = () => {
    started ??= runAll();
    return started;
  };

  return {
    runContext: runContexts[0]!,
    runContexts,
    begin(found) {
      model = found.model;
    },
    result(check) {
      const pending = results.get(check.id);
      if (!pending) throw new Error(`${check.id} is not among the selected checks`);
      start().catch(pending.reject);
      return pending.promise;
    },
    async all() {
      await start();
      return Promise.all(checks.map((check) => results.get(check.id)!.promise));
    },
  };
}
