import { areaOf } from '../vocabulary/areas.ts';
import type { Baseline, Check, FactName, Judge, Phase, Requester } from '../vocabulary/check.ts';
import type { Credential, Exchange } from '../vocabulary/exchange.ts';
import { factsOf } from '../vocabulary/fact-graph.ts';
import type { CheckLine, DiscoveryLine } from '../vocabulary/record.ts';
import { PROFILES, type Profile, type Settings } from '../vocabulary/settings.ts';
import type { Target, Urgency } from '../vocabulary/target.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import { attributedToSuspects } from './attribute.ts';
import { type ExamineOptions, examine, isApplicable, readBaseline } from './examine.ts';
import type { RunContext } from './requester.ts';
import { createRunContexts, type Part } from './run-contexts.ts';
import { SweepRun } from './sweep/sweep-run.ts';

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
  /** Hears every result as it comes; once more, at the end, where other answers of the run change it. */
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
  return (phase === 'late' || phase === 'accounting') && ['usage', 'isolation'].includes(areaOf(id));
}

/** What reads usage: other checks rest on some of it, one after the other, and nobody waits for the rest. */
function urgenciesOf(checks: readonly Check[]): Map<string, Urgency> {
  const grounds = new Set<string>(checks.flatMap(factsOf));
  const reads = checks.filter((check) => phaseOf(check) === 'beside' || readsLate(check));
  return new Map(reads.map(({ id }) => [id, grounds.has(id) ? 'pressing' : 'unhurried']));
}

/** Prepares a run. Phases follow each other; within one, checks run side by side and the target paces their requests. */
export function createSession(options: EngineOptions): Session {
  return new ChecksInPhases(options);
}

class ChecksInPhases implements Session {
  readonly runContexts: readonly RunContext[];
  readonly #options: EngineOptions;
  readonly #parts: readonly Part[];
  readonly #askedBy: readonly ReadonlySet<string>[];
  readonly #suspects = new Map<string, readonly FactName[]>();
  readonly #results = new Map<string, PromiseWithResolvers<CheckLine>>();
  readonly #sweep: SweepRun;
  #model: string;
  #started: Promise<void> | undefined;
  #isStopped = false;
  /** What is billed first is waited for: until it is in the totals, nothing else of the main phase goes. */
  #isBegun = false;

  constructor(options: EngineOptions) {
    const { checks, settings, target, credentials } = options;
    this.#options = options;
    this.#model = settings.model ?? '';
    this.#parts = options.parts ?? [{ target, settings, credentials, asks: () => true }];
    this.#askedBy = this.#parts.map((part) => new Set<string>(checks.filter(part.asks).map(({ id }) => id)));
    this.#sweep = new SweepRun(checks, settings.usageNames);
    for (const { id } of checks) this.#results.set(id, Promise.withResolvers<CheckLine>());
    const urgencies = urgenciesOf(checks);
    this.runContexts = createRunContexts(this.#parts, {
      plain: (ask) => options.plainCompletion(ask, this.#model),
      watch: options.watch,
      sweeps: this.#sweep.sweeps,
      urgencyOf: (owner) => (this.#isBegun || areaOf(owner) === 'usage' ? urgencies.get(owner) : 'pressing'),
    });
  }

  get runContext(): RunContext {
    return this.runContexts[0]!;
  }

  begin({ model }: { model: string }): void {
    this.#model = model;
  }

  async result(check: Check): Promise<CheckLine> {
    const pending = this.#results.get(check.id);
    if (!pending) throw new Error(`${check.id} is not among the selected checks`);
    const run = this.#start();
    run.catch(pending.reject);
    const line = await pending.promise;
    if (!check.sweeps && line.verdict !== 'inconclusive') return line;
    // Answers that come later may change it, or tell why it is undecided.
    await run;
    return this.#sweep.lines.get(check.id)!;
  }

  async all(): Promise<CheckLine[]> {
    await this.#start();
    return this.#options.checks.map(({ id }) => this.#sweep.lines.get(id)!);
  }

  #start(): Promise<void> {
    this.#started ??= this.#runAll();
    return this.#started;
  }

  async #runAll(): Promise<void> {
    let beside: Promise<unknown> | undefined;
    for (const phase of PHASES) {
      if (phase === 'first') beside = this.#runPhase('beside');
      this.#isBegun ||= phase === 'main';
      // The phases that follow may lock the key out.
      if (phase === 'last') await this.#sweep.repeatSingles(this.runContexts);
      await this.#runPhase(phase);
      // While totals are waited for there is room for it; what comes later looks back at all that was answered.
      if (phase === 'accounting') await beside;
    }
    await this.#sweep.repeatSingles(this.runContexts);
    this.#amend(this.#sweep.amendments(this.#options.checks));
    this.#amend(attributedToSuspects(this.#sweep.lines, this.#suspects));
    this.#options.onDiscovery?.({ type: 'discovery', answers: this.#sweep.counts() });
  }

  #amend(lines: readonly CheckLine[]): void {
    for (const line of lines) {
      this.#sweep.lines.set(line.id, line);
      this.#options.onResult?.(line);
    }
  }

  async #runPhase(phase: Phase | 'beside'): Promise<void> {
    const due = this.#options.checks.filter((check) => phaseOf(check) === phase);
    const examined = due.map(async (check) => {
      const line = await examine(check, this.#examineOptions(check));
      this.#options.onResult?.(line);
      this.#sweep.lines.set(check.id, line);
      this.#results.get(check.id)!.resolve(line);
    });
    await Promise.all([...this.#baselines(phase), ...examined]);
  }

  /** Reads what checks of later phases compare with: each baseline once, on behalf of the first check that has it. */
  #baselines(phase: Phase | 'beside'): Promise<void>[] {
    const due = new Map<Baseline, Check>();
    for (const check of this.#options.checks)
      for (const baseline of check.baselines ?? [])
        if (
          baseline.phase === phase &&
          !due.has(baseline) &&
          isApplicable(check, this.#examineOptions(check))
        )
          due.set(baseline, check);
    return [...due].map(([baseline, check]) => readBaseline(check, baseline, this.#examineOptions(check)));
  }

  #examineOptions(check: Check): ExamineOptions {
    const at = this.#parts.findIndex((part) => part.asks(check));
    const { settings, onDiscovery, onJudged } = this.#options;
    return {
      runContext: this.runContexts[at]!,
      settings: this.#parts[at]!.settings,
      model: this.#model,
      reasoningModel: settings.reasoningModel,
      credentials: this.#parts[at]!.credentials,
      selected: (id) => this.#askedBy[at]!.has(id),
      onSuspects: (facts) => void this.#suspects.set(check.id, facts),
      resultOf: (id) => this.#results.get(id)?.promise,
      stopped: this.#isStopped,
      onStopped: () => {
        this.#isStopped = true;
      },
      onDiscovery: (found) => {
        this.#sweep.learn(found.names);
        onDiscovery?.({ type: 'discovery', ...found });
      },
      onJudged: onJudged && ((evidence, judge) => onJudged(check.id, evidence, judge)),
    };
  }
}
