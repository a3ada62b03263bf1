import { areaOf } from '../vocabulary/areas.ts';
import type { Baseline, Check, FactName, Judge, Phase } from '../vocabulary/check.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import { factsOf } from '../vocabulary/fact-graph.ts';
import type { Phases } from '../vocabulary/phases.ts';
import type { CheckLine, DiscoveryLine } from '../vocabulary/record.ts';
import { PROFILES, type Profile, type Settings } from '../vocabulary/settings.ts';
import type { Target, Urgency } from '../vocabulary/target.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import { addedUp } from './add-up.ts';
import { attributedToSuspects } from './attribute.ts';
import { type ExamineOptions, examine, isApplicable, readBaseline } from './examine.ts';
import { unlessHidden } from './hidden.ts';
import type { RunContext } from './requester.ts';
import { createRunContexts, type Part } from './run-contexts.ts';
import { SweepRun } from './sweep-run.ts';

/** The inputs of a run of checks: no file, no terminal, no test runner. */
export interface EngineOptions {
  /** The selected checks; see `selectChecks`. */
  checks: readonly Check[];
  settings: Settings;
  /** The available keys in addition to the main one. */
  credentials: readonly Credential[];
  target: Target;
  /** The runs that are judged as one, each with its own requests; by default one, with all of the above. */
  parts?: readonly Part[];
  phases: Phases;
  /** Is called with every result; again at the end if other responses of the run change it. */
  onResult?(line: CheckLine): void;
  /** Is called with the evidence of this check's judge when it found something. */
  onJudged?(check: string, evidence: unknown, judge: Judge<never>): void;
  onDiscovery?(line: DiscoveryLine): void;
  /** Is called with the reason of a wait. */
  watch?: RunWatch;
}

/** A run of checks against one target. */
export interface Session {
  readonly runContext: RunContext;
  /** Of each part. */
  readonly runContexts: readonly RunContext[];
  /** Provides the handshake's outcome before any other request. */
  begin(found: { model: string }): void;
  /** The result of one check; the first call starts all of them. */
  result(check: Check): Promise<CheckLine>;
  /** Runs everything; resolves with the results in the order of `checks`. */
  all(): Promise<CheckLine[]>;
}

const PHASES: readonly Phase[] = ['first', 'early', 'main', 'accounting', 'late', 'last', 'end', 'after'];

/** True if the profile includes the check. */
export function inProfile(check: Check, profile: Profile): boolean {
  return PROFILES.indexOf(check.profile ?? 'smoke') <= PROFILES.indexOf(profile);
}

/**
 * Requests to usage endpoints are free and not counted: they need not wait until the first completions are
 * recorded.
 */
function phaseOf({ id, phase }: Check): Phase | 'background' {
  return phase ?? (areaOf(id) === 'usage' ? 'background' : 'main');
}

/**
 * Whether the first result of a check is its last. Later responses may show a violation of every response, confirm an
 * unstable one, or explain why the check is inconclusive.
 */
export function isFinal({ sweeps }: Pick<Check, 'sweeps'>, { verdict, findings }: CheckLine): boolean {
  return !sweeps && verdict !== 'inconclusive' && !findings.some(({ unstable }) => unstable);
}

/** Reads usage after the last completion. Keys and wallets, which are tested in steps, need not wait for it. */
function readsLate({ id, phase }: Check): boolean {
  return (phase === 'late' || phase === 'accounting') && ['usage', 'isolation'].includes(areaOf(id));
}

/** The usage checks: some block other checks one after the other, the rest blocks none. */
function urgenciesOf(checks: readonly Check[]): Map<string, Urgency> {
  const grounds = new Set<string>(checks.flatMap(factsOf));
  const reads = checks.filter((check) => phaseOf(check) === 'background' || readsLate(check));
  return new Map(reads.map(({ id }) => [id, grounds.has(id) ? 'pressing' : 'unhurried']));
}

/**
 * Prepares a run. Phases follow each other; within a phase checks run concurrently and the target paces their
 * requests.
 */
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
  /**
   * The first billed requests are awaited: until they are in the totals, no other request of the main phase is
   * sent.
   */
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
      plain: (ask) => options.phases.plain(ask, this.#model),
      phases: options.phases,
      watch: options.watch,
      sweeps: this.#sweep.sweeps,
      urgencyOf: (owner) => {
        if (!this.#isBegun) return areaOf(owner) === 'usage' ? 'unhurried' : 'pressing';
        // Groups of invalid keys follow each other: other requests can wait until they have ended.
        return urgencies.get(owner) ?? (areaOf(owner) === 'auth' ? 'pressing' : undefined);
      },
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
    if (isFinal(check, line)) return line;
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
    let background: Promise<unknown> | undefined;
    for (const phase of PHASES) {
      if (phase === 'first') {
        background = this.#runPhase('background');
        background.catch(() => {});
      }
      this.#isBegun ||= phase === 'main';
      // Later phases may cause a lock-out.
      if (phase === 'last' || phase === 'after') await this.#sweep.repeatSingles(this.runContexts);
      await this.#runPhase(phase);
      // While totals are pending there is time for it; later checks use all responses.
      if (phase === 'accounting') await background;
    }
    this.#amend(this.#sweep.amendments(this.#options.checks));
    this.#amend(addedUp(this.#options.checks, this.#sweep.lines));
    this.#amend(attributedToSuspects(this.#sweep.lines, this.#suspects));
    this.#options.onDiscovery?.({ type: 'discovery', answers: this.#sweep.counts() });
  }

  #amend(lines: readonly CheckLine[]): void {
    for (const line of lines.map((one) => this.#shown(one))) {
      this.#sweep.lines.set(line.id, line);
      this.#options.onResult?.(line);
    }
  }

  #shown(line: CheckLine): CheckLine {
    const check = this.#options.checks.find(({ id }) => id === line.id);
    return check ? unlessHidden(line, check, this.runContext.exchangeLog.leaks()) : line;
  }

  async #runPhase(phase: Phase | 'background'): Promise<void> {
    const due = this.#options.checks.filter((check) => phaseOf(check) === phase);
    const examined = due.map(async (check) => {
      const line = this.#shown(await examine(check, this.#examineOptions(check)));
      this.#options.onResult?.(line);
      this.#sweep.lines.set(check.id, line);
      this.#results.get(check.id)!.resolve(line);
    });
    await Promise.all([...this.#baselines(phase), ...examined]);
  }

  /** Reads the baselines of later checks, each once, for the first check that has it. */
  #baselines(phase: Phase | 'background'): Promise<void>[] {
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
    const { settings, phases, onDiscovery, onJudged } = this.#options;
    return {
      runContext: this.runContexts[at]!,
      settings: this.#parts[at]!.settings,
      model: this.#model,
      reasoningModel: settings.reasoningModel,
      phases,
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
