import {
  type Check,
  Inconclusive,
  type Judge,
  NotApplicable,
  type Phase,
  type Precondition,
  type Requester,
} from '../vocabulary/check.ts';
import type { Credential, Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine, DiscoveryLine } from '../vocabulary/record.ts';
import type { Profile, Settings } from '../vocabulary/settings.ts';
import { RunStopped, type Target } from '../vocabulary/target.ts';
import { createBalanceGuard } from './balance-guard.ts';
import { type CheckNotes, createCheckContext } from './check-context.ts';
import { createControls } from './controls.ts';
import { createExchangeLog } from './exchange-log.ts';
import { verdictOf } from './findings.ts';
import { createPaidRounds } from './paid-rounds.ts';
import type { RunContext } from './requester.ts';

/** What the engine needs to run checks: no file, no terminal, no test runner. */
export interface EngineOptions {
  /** The selected checks; see `selectChecks`. */
  checks: readonly Check[];
  settings: Settings;
  /** Which keys there are beside the main one. */
  credentials: readonly Credential[];
  target: Target;
  /** The plainest valid completion: what tells an empty balance from a wrong status. */
  plainCompletion(ask: Requester, model: string): Promise<Exchange>;
  /** Hears every result as it comes, once for each check. */
  onResult?(line: CheckLine): void;
  /** Hears what a judge of this check was shown when it found something. */
  onJudged?(check: string, evidence: unknown, judge: Judge<never>): void;
  onDiscovery?(line: DiscoveryLine): void;
}

/** A run of checks against one target. */
export interface Session {
  readonly runContext: RunContext;
  /** Says what the handshake found, before anything else is asked. */
  begin(found: { model: string }): void;
  /** The result of one check; the first call starts all of them. */
  result(check: Check): Promise<CheckLine>;
  /** Runs everything; resolves with the results in the order of `checks`. */
  all(): Promise<CheckLine[]>;
}

const PHASES: readonly Phase[] = ['first', 'early', 'main', 'accounting', 'late', 'last'];
const PROFILES: readonly Profile[] = ['smoke', 'standard', 'exhaustive'];

/** True when the profile is large enough for the check. */
export function inProfile(check: Check, profile: Profile): boolean {
  return PROFILES.indexOf(check.profile ?? 'smoke') <= PROFILES.indexOf(profile);
}

/** Prepares a run. Phases follow each other; within one, checks run side by side and the target paces their requests. */
export function createSession(options: EngineOptions): Session {
  const { checks, settings, target } = options;
  const exchangeLog = createExchangeLog(settings.apiPath);
  const runContext: RunContext = {
    target,
    settings,
    exchangeLog,
    balanceGuard: createBalanceGuard((ask) => options.plainCompletion(ask, model)),
    shared: new Map(),
    turns: new Map(),
    rounds: createPaidRounds(settings, target.tally),
    controls: createControls(),
  };
  const results = new Map<string, PromiseWithResolvers<CheckLine>>();
  for (const check of checks) results.set(check.id, Promise.withResolvers<CheckLine>());
  let model = settings.model ?? '';
  let started: Promise<void> | undefined;
  let stopped = false;

  const examine = async (check: Check): Promise<CheckLine> => {
    const startedAt = target.clock.now();
    const line = (part: Partial<CheckLine> & Pick<CheckLine, 'verdict' | 'message'>): CheckLine => ({
      type: 'check',
      id: check.id,
      findings: [],
      observations: [],
      evidence: [],
      startedAt,
      durationMs: Math.round(target.clock.now() - startedAt),
      ...part,
    });
    if (stopped)
      return line({ verdict: 'inconclusive', message: 'the run was interrupted before this check' });
    // What was not given comes first: a check that nobody asked for is not undecided, whatever else is broken.
    const absent = missingPrecondition(check, settings, options.credentials);
    if (absent) return line({ verdict: 'not-applicable', message: absent });
    for (const needed of check.needs ?? []) {
      const result = await results.get(needed)?.promise;
      if (result && (result.verdict === 'not-applicable' || blocks(result))) {
        const verdict = result.verdict === 'not-applicable' ? 'not-applicable' : 'inconclusive';
        return line({
          verdict,
          message: `rests on ${needed}, which ended ${result.verdict}`,
          blockedBy: needed,
        });
      }
    }

    const { context, notes } = createCheckContext(check, {
      runContext,
      settings,
      model,
      reasoningModel: settings.reasoningModel,
      selected: (id) => results.has(id),
      onDiscovery: (names) => options.onDiscovery?.({ type: 'discovery', names }),
      onJudged: options.onJudged && ((evidence, judge) => options.onJudged?.(check.id, evidence, judge)),
    });
    const sightings = () => ({
      findings: notes.findings,
      observations: notes.observations,
      evidence: [...notes.evidence],
      ...(notes.blockedBy ? { blockedBy: notes.blockedBy } : {}),
    });
    try {
      await check.run(context);
    } catch (error) {
      if (error instanceof NotApplicable && notes.findings.length === 0) {
        return line({ ...sightings(), verdict: 'not-applicable', message: error.message });
      }
      if (error instanceof Inconclusive) {
        notes.undecided.push(error.message);
        notes.blockedBy ??= error.blockedBy;
        for (const exchange of error.exchanges) notes.evidence.add(exchange.id);
      } else if (error instanceof RunStopped) {
        stopped = true;
        notes.undecided.push('the run was interrupted during this check');
      } else if (!(error instanceof NotApplicable)) {
        return line({ ...sightings(), verdict: 'error', message: describeError(error) });
      }
    }
    const verdict = verdictOf({
      level: check.level,
      findings: notes.findings,
      observations: notes.observations.length,
      evidence: notes.evidence.size,
      undecided: notes.undecided,
    });
    if (verdict !== 'pass')
      return line({ ...sightings(), verdict, message: messageFor(verdict, check, notes) });
    // What was only met on the way (retries, refusals that another check judges) is no evidence that it held.
    const evidence = [...notes.evidence].filter((id) => notes.held.has(id));
    if (evidence.length > 0)
      return line({ ...sightings(), evidence, verdict, message: heldIn(evidence.length) });
    const message = 'no exchange that it looked at shows that it held';
    return line({ ...sightings(), verdict: 'inconclusive', message });
  };

  const runAll = async () => {
    for (const phase of PHASES) {
      await Promise.all(
        checks
          .filter((check) => (check.phase ?? 'main') === phase)
          .map(async (check) => {
            const result = await examine(check);
            options.onResult?.(result);
            results.get(check.id)!.resolve(result);
          }),
      );
    }
  };
  const start = () => {
    started ??= runAll();
    return started;
  };

  return {
    runContext,
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

/** A check that rests on this result means nothing. */
function blocks(result: CheckLine): boolean {
  return result.verdict === 'fail' || result.verdict === 'inconclusive' || result.verdict === 'error';
}

const WANTED: Record<Precondition, string> = {
  'empty-wallet-key': 'give a key with an empty wallet in CHATSPEC_NOBALANCE_KEY',
  'other-organization-key': "give another organization's key in CHATSPEC_OTHER_ORG_KEY",
  'reasoning-model': 'name a reasoning model with --reasoning-model',
};

function missingPrecondition(
  check: Check,
  settings: Settings,
  keys: readonly Credential[],
): string | undefined {
  const present: Record<Precondition, boolean> = {
    'empty-wallet-key': keys.includes('empty-wallet'),
    'other-organization-key': keys.includes('other-organization'),
    'reasoning-model': settings.reasoningModel !== undefined,
  };
  const absent = check.preconditions?.find((p) => !present[p]);
  return absent && WANTED[absent];
}

function messageFor(verdict: CheckLine['verdict'], check: Check, notes: CheckNotes): string {
  const finding = notes.findings[0];
  switch (verdict) {
    case 'fail':
    case 'warn':
      return finding ? `expected ${finding.expected}; got ${finding.actual}` : check.title;
    case 'inconclusive':
      return (
        notes.undecided[0] ?? (finding ? `expected ${finding.expected}; got ${finding.actual}` : 'undecided')
      );
    case 'observed':
      return notes.observations.map((o) => `${o.key}: ${o.value}`).join('; ');
    case 'error':
      return notes.evidence.size === 0
        ? 'the check ended without looking at any exchange'
        : 'the check observed nothing';
    default:
      return heldIn(notes.evidence.size);
  }
}

function heldIn(exchanges: number): string {
  return `held in ${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `the suite broke: ${String(error)}`;
  const where = error.stack?.split('\n').find((l) => l.trimStart().startsWith('at '));
  return `the suite broke: ${error.name}: ${error.message}${where ? ` (${where.trim()})` : ''}`;
}
