import { type Area, areaOf } from '../vocabulary/areas.ts';
import {
  type Check,
  type CheckContext,
  Inconclusive,
  type Judge,
  ValidRequestRefused,
} from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { randomStream } from '../vocabulary/random.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Settings, UsageNames } from '../vocabulary/settings.ts';
import type { UsageDays } from '../vocabulary/usage-days.ts';
import { watchedClock } from '../vocabulary/watch.ts';
import { type Breach, confirmBreaches, type Verification } from './confirmation.ts';
import { blocks, severityOf } from './findings.ts';
import { Items, judged } from './items.ts';
import { type CheckNotes, createNotes, noteExchange, showsServerError } from './notes.ts';
import { createRequester, type RunContext } from './requester.ts';

const NONE = 'no answer to read';

/** The reason for a pause of a check, by its area, for a reader who waits. */
const PAUSES: Readonly<Partial<Record<Area, string>>> = {
  accounting: 'usage totals',
  usage: 'usage totals',
  isolation: 'usage totals',
  auth: 'the next attempt with an invalid key',
  status: 'the rate limit',
};

/** What a check's context needs to know about its run. */
export interface ContextOptions {
  runContext: RunContext;
  settings: Settings;
  model: string;
  reasoningModel: string | undefined;
  selected(id: string): boolean;
  /** What came of each check that is considered; undefined for one that was not selected. */
  considered?: ReadonlyMap<CheckId, CheckLine | undefined>;
  onDiscovery(found: { names?: UsageNames; usageDays?: UsageDays }): void;
  /** Hears what a judge was shown when it found something, so that it can be asked again. */
  onJudged?: ((evidence: unknown, judge: Judge<never>) => void) | undefined;
}

/** Makes the CheckContext that a check runs with, and the notes that it fills. */
export function createCheckContext(
  check: Check,
  options: ContextOptions,
): { context: CheckContext; notes: CheckNotes } {
  const { runContext, settings, model, reasoningModel, selected, onJudged } = options;
  const { exchangeLog, target } = runContext;
  const notes = createNotes();
  const see = (exchange: Exchange) => noteExchange(notes, exchange);
  const first = createRequester(runContext, check.id, 1, see);
  const second = createRequester(runContext, check.id, 2, see);
  const alone = createRequester(runContext, check.id, 2, see, true);
  const verification: Verification = {
    check,
    context: () => context,
    notes,
    first,
    second,
    alone,
    inTurnAlone: runContext.alone,
    onEased: () => target.goEasier(),
    onJudged,
  };

  const resultOf = (id: CheckId) => {
    if (!options.considered?.has(id))
      throw new Error(`${check.id} asks what came of ${id}, and does not consider it`);
    return options.considered.get(id);
  };

  const context: CheckContext = {
    ...first,
    settings,
    model,
    reasoningModel,
    selected,
    stands: (id) => !blocks(resultOf(id)),
    failed: (id) => resultOf(id)?.verdict === 'fail',
    clock: watchedClock(target.clock, runContext.watch, PAUSES[areaOf(check.id)] ?? 'the next request'),
    waits: (what, until) => runContext.watch?.waits(what, until) ?? (() => {}),
    random: randomStream(`${settings.seed} ${check.id}`),
    verify: (gather, judge) => verify(verification, gather, judge),
    verifyEach: (items, judge, ifNone) => verifyEach(verification, items, judge, ifNone),
    verifyInTurn: (items, judge, before) => verifyInTurn(verification, items, judge, before),
    report: (...findings) => void notes.findings.push(...findings),
    held(...exchanges) {
      exchanges.forEach(see);
      for (const { id } of exchanges) notes.held.add(id);
    },
    observe(key, value, ...exchanges) {
      exchanges.forEach(see);
      notes.observations.push({ key, value, exchanges: exchanges.map((e) => e.id) });
    },
    ownCompletions: exchangeLog.ownCompletions,
    completionsElsewhere: exchangeLog.completionsElsewhere,
    leaks: exchangeLog.leaks,
    serverErrors: exchangeLog.serverErrors,
    errorForms: exchangeLog.errorForms,
    completionStatuses: exchangeLog.completionStatuses,
    rateLimited: runContext.limitGuard.seen,
    separateConnections: () => target.separate(),
    discovered: (names) => options.onDiscovery({ names }),
    comparedDays: (usageDays) => options.onDiscovery({ usageDays }),
  };
  return { context, notes };
}

async function verify<E>(
  verification: Verification,
  gather: Breach<E>['gather'],
  judge: Judge<E>,
): Promise<E> {
  try {
    const evidence = await gather(verification.first);
    await confirmBreaches(verification, judged(verification, gather, evidence, judge), judge);
    return evidence;
  } catch (error) {
    if (!(error instanceof ValidRequestRefused)) throw error;
    await confirmBreaches(verification, [{ gather, finding: error.finding }], judge);
    // What the check goes on with, if it was answered when repeated.
    return gather(
      showsServerError(verification.notes, error.finding) ? verification.alone : verification.second,
    ).catch((again: unknown) => {
      throw again instanceof ValidRequestRefused ? new Inconclusive(again.message) : again;
    });
  }
}

async function verifyEach<E>(
  verification: Verification,
  gathers: readonly Breach<E>['gather'][],
  judge: Judge<E>,
  ifNone = NONE,
): Promise<void> {
  if (gathers.length === 0) throw new Inconclusive(ifNone);
  const items = new Items(verification, judge);
  await items.gather(gathers);
  items.close();
  await confirmBreaches(verification, items.found(), judge);
}

async function verifyInTurn<E>(
  verification: Verification,
  gathers: readonly Breach<E>['gather'][],
  judge: Judge<E>,
  before = 0,
): Promise<void> {
  if (gathers.length === 0) throw new Inconclusive(NONE);
  const { notes, check } = verification;
  const items = new Items(verification, judge);
  const failed = () => notes.findings.some((f) => severityOf(f, check.level) === 'fail');
  // One, then as many again as were asked: what is taken costs little more than what it takes to find it.
  for (let from = 0; from < gathers.length && !failed(); ) {
    const many = from + before + 1;
    const left = gathers.length - from;
    // A few that are left over go along.
    const next = left > 1.5 * many ? many : left;
    await items.gather(gathers.slice(from, from + next));
    await confirmBreaches(verification, items.found(), judge);
    from += next;
  }
  items.close();
}
