import { answerKey } from '../vocabulary/answer-key.ts';
import { type Area, areaOf } from '../vocabulary/areas.ts';
import type { Check, CheckContext, Gather, Judge } from '../vocabulary/check.ts';
import type { Discovered } from '../vocabulary/discovered.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Phases } from '../vocabulary/phases.ts';
import { randomStream } from '../vocabulary/random.ts';
import type { Settings, UsageNames } from '../vocabulary/settings.ts';
import { decided, Inconclusive, ValidRequestRefused } from '../vocabulary/undecidable.ts';
import type { UsageDays } from '../vocabulary/usage-days.ts';
import { watchedClock } from '../vocabulary/watch.ts';
import { type Facts, isFactBroken } from './attribute.ts';
import { type Breach, confirmBreaches, type Verification } from './confirmation.ts';
import { severityOf } from './findings.ts';
import { Items, judged } from './items.ts';
import { type CheckNotes, createNotes, noteExchange, showsServerError } from './notes.ts';
import { createRequester, type RunContext } from './requester.ts';

const NAMES = answerKey<Discovered>('usage/names');
const NONE = 'no answer to read';

/** The reason for a pause, by the check's area, for the progress line. */
const PAUSES: Readonly<Partial<Record<Area, string>>> = {
  accounting: 'usage totals',
  usage: 'usage totals',
  isolation: 'usage totals',
  auth: 'the next attempt with an invalid key',
  status: 'the rate limit',
};

/** The parts of a run that a check's context needs. */
export interface ContextOptions {
  runContext: RunContext;
  settings: Settings;
  model: string;
  reasoningModel: string | undefined;
  phases: Phases;
  selected(id: string): boolean;
  /** The state of the facts that the check names. */
  facts?: Facts;
  onDiscovery(found: { names?: UsageNames; usageDays?: UsageDays }): void;
  /** Is called with a judge's evidence when it found something, so that it can be judged again. */
  onJudged?: ((evidence: unknown, judge: Judge<never>) => void) | undefined;
}

/** Creates the CheckContext of a check, and the notes that it fills. */
export function createCheckContext(
  check: Check,
  options: ContextOptions,
): { context: CheckContext; notes: CheckNotes } {
  const { runContext, settings, model, reasoningModel, phases, selected, facts = new Map() } = options;
  const { exchangeLog, target } = runContext;
  const notes = createNotes();
  const see = (exchange: Exchange) => noteExchange(notes, exchange);
  const first = createRequester(runContext, check.id, 1, see);
  const verification: Verification = {
    check,
    facts,
    notes,
    first,
    ...repetitions(check, options, see),
    context: () => context,
    onJudged: options.onJudged,
  };

  const context: CheckContext = {
    ...first,
    settings,
    model,
    reasoningModel,
    get planned() {
      return phases.planned(context);
    },
    usageNames: () => first.shared(NAMES, (ask) => phases.usageNames(ask, settings.usageNames ?? {})),
    acceptedPart: (...asked) => phases.acceptedPart(context, ...asked),
    selected,
    holds: (fact) => !isFactBroken(fact, facts),
    failed: (fact) => isFactBroken(fact, facts) && facts.get(fact)?.verdict === 'fail',
    clock: watchedClock(target.clock, runContext.watch, PAUSES[areaOf(check.id)] ?? 'the next request'),
    waits: (what, until) => runContext.watch?.waits(what, until) ?? (() => {}),
    random: randomStream(`${settings.seed} ${check.id}`),
    verify: (gather, judge) =>
      verify(verification, rejecting(gather), (evidence) => decided(judge(evidence))),
    verifyEach: (items, judge, ifNone) =>
      verifyEach(verification, items.map(rejecting), (evidence) => decided(judge(evidence)), ifNone),
    verifyInTurn: (items, judge, before) =>
      verifyInTurn(verification, items.map(rejecting), (evidence) => decided(judge(evidence)), before),
    report: (...findings) => void notes.findings.push(...findings),
    held(...exchanges) {
      exchanges.forEach(see);
      for (const { id } of exchanges) notes.held.add(id);
    },
    observe(key, value, ...exchanges) {
      exchanges.forEach(see);
      notes.observations.push({ key, value, exchanges: exchanges.map((e) => e.id) });
    },
    ...exchangeLog,
    rateLimited: runContext.limitGuard.seen,
    separateConnections: () => target.separate(),
    discovered: (names) => options.onDiscovery({ names }),
    comparedDays: (usageDays) => options.onDiscovery({ usageDays }),
  };
  return { context, notes };
}

/** The ways to send the requests of a check again. */
function repetitions(
  { id }: Check,
  { runContext, phases }: ContextOptions,
  see: (exchange: Exchange) => void,
): Pick<Verification, 'second' | 'alone' | 'inTurnAlone' | 'asSent' | 'onEased'> {
  const second = createRequester(runContext, id, 2, see);
  const others = createRequester(runContext, id, 2, () => {});
  return {
    second,
    alone: createRequester(runContext, id, 2, see, true),
    inTurnAlone: runContext.alone,
    asSent: (exchange) => runContext.sent.again(exchange, second, others, phases),
    onEased: () => runContext.target.goEasier(),
  };
}

/**
 * Inside the engine, an inconclusive request ends a round as an error does: everything that depends on it is
 * skipped.
 */
const rejecting =
  <E>(gather: Gather<E>): Breach<E>['gather'] =>
  async (ask) =>
    decided(await gather(ask));

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
    // The result with which the check continues if the repeated request was answered.
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
  // First one item, then as many as were already sent: accepted requests then cost little more than finding the
  // first one.
  for (let from = 0; from < gathers.length && !failed(); ) {
    const many = from + before + 1;
    const left = gathers.length - from;
    // The last few items go together.
    const next = left > 1.5 * many ? many : left;
    await items.gather(gathers.slice(from, from + next));
    await confirmBreaches(verification, items.found(), judge);
    from += next;
  }
  items.close();
}
