import type { Check, CheckContext, Finding, Judge, Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { attempt, Inconclusive, isUndecidable, ValidRequestRefused } from '../vocabulary/undecidable.ts';
import type { Severity } from '../vocabulary/verdict.ts';
import { NOT_AGAIN } from './add-up.ts';
import type { AgainAsSent } from './as-sent.ts';
import type { Facts } from './attribute.ts';
import { exchangesIn } from './evidence.ts';
import { severityOf } from './findings.ts';
import type { IsolatedRepetition } from './isolated-repetition.ts';
import { type CheckNotes, noteExchange, noteHeld, showsServerError, statusOf } from './notes.ts';
import { keyOf } from './sweeps.ts';

/** Maximum number of different violations that are repeated for one check; the others are listed with them. */
const CONFIRMED_AT_MOST = 4;
/** More exchanges with the same violation, named in the finding. */
const EXAMPLES_AT_MOST = 12;

/** A violation in one item of a list, and how to request the item again. */
export interface Breach<E> {
  gather: (ask: Requester) => Promise<E>;
  finding: Finding;
}

/** What confirmation needs: both rounds of requests, and where their outcomes are recorded. */
export interface Verification {
  check: Check;
  /** The state of the facts that it names. */
  facts: Facts;
  /** The context with which the check runs. */
  context(): CheckContext;
  notes: CheckNotes;
  first: Requester;
  /** Sends new requests, for shared responses too. */
  second: Requester;
  /** The same while nothing else is in flight: a server error may be caused by the run's own load. */
  alone: Requester;
  inTurnAlone: IsolatedRepetition;
  /** Repeats the request of an exchange as it was sent; undefined if nothing distinguishes that from `second`. */
  asSent(id: string): AgainAsSent | undefined;
  /** Is called if a server error did not recur while nothing else was in flight. */
  onEased(): void;
  /** Is called with a judge's evidence when it found something, so that it can be judged again. */
  onJudged?: ((evidence: unknown, judge: Judge<never>) => void) | undefined;
}

/**
 * Records these violations as findings: equal ones together. Each that would be a `fail`, or shows a server error,
 * is repeated first.
 */
export async function confirmBreaches<E>(
  verification: Verification,
  found: readonly Breach<E>[],
  judge: Judge<E>,
): Promise<void> {
  const { check, notes } = verification;
  let confirmed = 0;
  // Violations that would fail are repeated before those that would warn, since the number is limited.
  const isFailure = ([first]: Breach<E>[]) => severityOf(first!.finding, check.level) === 'fail';
  const groups = groupedBreaches(found, check, notes);
  for (const group of [...groups.filter(isFailure), ...groups.filter((one) => !isFailure(one))]) {
    const lead = group[0]!.finding;
    const severity = severityOf(lead, check.level);
    if (severity === 'inconclusive' || (severity !== 'fail' && !showsServerError(notes, lead))) {
      const more = group.slice(1).flatMap((b) => b.finding.exchanges);
      notes.findings.push(await whereNothingChanged(verification, withExchanges(lead, more)));
    } else if (confirmed++ < CONFIRMED_AT_MOST) {
      const finding = await confirm(verification, group, judge, severity);
      if (finding) notes.findings.push(finding);
    }
  }
}

/** Groups equal violations. Different statuses are different violations, since each needs its own exchange. */
function groupedBreaches<E>(found: readonly Breach<E>[], check: Check, notes: CheckNotes): Breach<E>[][] {
  const groups = Map.groupBy(found, ({ finding }) => {
    const { clause, expected } = finding;
    return `${severityOf(finding, check.level)} ${clause ?? ''} ${expected} ${statusOf(notes, finding) ?? ''}`;
  });
  return [...groups.values()];
}

/**
 * The finding of a group after its first violation was repeated. A violation that does not recur is a warning at
 * most, and nothing if the response may belong to another request.
 */
async function confirm<E>(
  verification: Verification,
  breaches: readonly Breach<E>[],
  judge: Judge<E>,
  severity: Severity,
): Promise<Finding | undefined> {
  const { check, notes, alone, second } = verification;
  const { gather, finding } = breaches[0]!;
  const more = breaches.slice(1).flatMap((b) => b.finding.exchanges);
  const next = async () =>
    breaches.length > 1 ? confirm(verification, breaches.slice(1), judge, severity) : undefined;
  try {
    const status = statusOf(notes, finding);
    const isSame = (f: Finding) => f.expected === finding.expected && statusOf(notes, f) === status;
    const repeat = async (isAlone: boolean) => {
      const again = await repeated(verification, gather, judge, isAlone ? alone : second);
      return { ...again, cameAgain: again.found.some(isSame) };
    };
    const { found, seen, evidence } = showsServerError(notes, finding)
      ? await verification.inTurnAlone.repeat(status!, repeat)
      : await repeat(false);
    const failed = found.filter((f) => severityOf(f, check.level) === severity);
    if (failed.length > 0) await check.comparesHistory?.(verification.context(), second);
    const same = failed.find(isSame);
    if (same) {
      return withExchanges(finding, [...same.exchanges, ...more]);
    }
    if (failed[0]) {
      // The repetition showed another violation: each is reported with its exchange.
      const actual = `${finding.actual}; when repeated: ${failed[0].actual}`;
      return withExchanges({ ...finding, actual }, failed[0].exchanges);
    }
    const doubted = seen.flatMap((e) => e.doubted ?? []).filter((id) => finding.exchanges.includes(id));
    if (doubted.length > 0) {
      for (const id of doubted) notes.doubted.add(id);
      noteHeld(notes, evidence);
      return await next();
    }
    if (showsServerError(notes, finding)) verification.onEased();
    if (severity === 'warn') {
      // A `should` check does not report transient server errors.
      noteHeld(notes, evidence);
      return await next();
    }
    const unsteady = withExchanges(
      unstable(verification, finding),
      seen.slice(0, 1).map((e) => e.id),
    );
    if (LOCKED_OUT.includes(status) || showsServerError(notes, finding)) return unsteady;
    // Neither a second item nor the situation of the request shows the named cause.
    if (finding.withoutCause !== undefined) return unsteady;
    return (
      shownTwice(verification, breaches, unsteady) ??
      (await shownAsSent(verification, breaches[0]!, judge, isSame)) ??
      unsteady
    );
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    if (error.isShown)
      return withExchanges({ ...finding, actual: `${finding.actual} (${error.message})` }, more);
    for (const exchange of error.exchanges) noteExchange(notes, exchange);
    const words = finding.withoutCause ?? finding.actual;
    const actual = `${words} (could not be repeated: ${error.message})`;
    return { ...finding, actual, as: 'inconclusive' };
  }
}

/** A warning, or doubt if the records that it compares changed meanwhile. */
async function whereNothingChanged(verification: Verification, finding: Finding): Promise<Finding> {
  const { check, context, second } = verification;
  const isDoubt = finding.as === 'inconclusive';
  const doubt = await attempt(Promise.resolve(isDoubt || check.comparesHistory?.(context(), second)));
  if (!isUndecidable(doubt)) return finding;
  return { ...finding, actual: `${finding.actual} (${doubt.message})`, as: 'inconclusive' };
}

/** The violations of an item when it is requested again, and the judged exchanges. */
async function repeated<E>(
  { onJudged }: Pick<Verification, 'onJudged'>,
  gather: Breach<E>['gather'],
  judge: Judge<E>,
  ask: Requester,
): Promise<{ found: readonly Finding[]; seen: readonly Exchange[]; evidence?: E }> {
  try {
    const evidence = await gather(ask);
    onJudged?.(evidence, judge);
    return { found: judge(evidence), seen: exchangesIn(evidence), evidence };
  } catch (error) {
    if (error instanceof ValidRequestRefused) return { found: [error.finding], seen: [] };
    throw error;
  }
}

/** Statuses that services use for lock-outs. */
const LOCKED_OUT: readonly (number | undefined)[] = [403, 423, 429];

/**
 * A violation that did not recur. It is inconclusive if the records of those days may have been corrected in
 * between, or if a lock-out may have caused it and ended before the valid key followed.
 */
function unstable({ check, notes }: Verification, finding: Finding): Finding {
  const correctable = check.comparesHistory !== undefined && finding.exchanges.length > 1;
  const lockedOut = check.meetsLockOuts === true && LOCKED_OUT.includes(statusOf(notes, finding));
  const told = showsServerError(notes, finding) ? ' (unstable: correct when repeated alone)' : NOT_AGAIN;
  const as = correctable || lockedOut ? 'inconclusive' : 'warn';
  const words = finding.withoutCause ?? finding.actual;
  return { ...finding, actual: `${words}${told}`, as, unstable: true };
}

/**
 * A violation that did not recur, but that another item shows too, now or before: they confirm each other, and a good
 * repetition excuses neither. Undefined if there is no other one so far, or if usage may have been corrected.
 */
function shownTwice<E>(
  { check, notes }: Verification,
  [first, ...others]: readonly Breach<E>[],
  unsteady: Finding,
): Finding | undefined {
  if (check.comparesHistory) return undefined;
  const { finding, gather } = first!;
  const key = keyOf(finding);
  const before = notes.unstable.get(key);
  const alike = others.filter((one) => one.gather !== gather && keyOf(one.finding) === key);
  const shown = new Set([finding, ...alike.map((one) => one.finding)].map(({ exchanges }) => exchanges[0]));
  if (before) shown.add(before.exchanges[0]);
  if (shown.size < 2) {
    notes.unstable.set(key, unsteady);
    return undefined;
  }
  notes.findings = notes.findings.filter((one) => one !== before);
  const actual = `${finding.actual} (${shown.size} answers show it; correct when repeated)`;
  return withExchanges({ ...finding, actual }, [...shown, ...unsteady.exchanges]);
}

/**
 * A violation that recurs only if its request is sent as it was the first time; undefined if it does not, or if usage
 * may have been corrected in between.
 */
async function shownAsSent<E>(
  verification: Verification,
  { gather, finding }: Breach<E>,
  judge: Judge<E>,
  isSame: (finding: Finding) => boolean,
): Promise<Finding | undefined> {
  const { level, meetsLockOuts, comparesHistory } = verification.check;
  if (meetsLockOuts || comparesHistory) return undefined;
  const again = verification.asSent(finding.exchanges[0]);
  const outcome = again && (await attempt(repeated(verification, gather, judge, again.ask)));
  const found = !outcome || isUndecidable(outcome) ? [] : outcome.found;
  const same = found.find((one) => isSame(one) && severityOf(one, level) === 'fail');
  if (!again || !same) return undefined;
  const actual = `${finding.actual} (correct when repeated; found again ${again.words()})`;
  return withExchanges({ ...finding, actual }, same.exchanges);
}

/** The finding with more exchanges that show it; each is named once. */
function withExchanges(finding: Finding, more: readonly string[]): Finding {
  const [lead, ...rest] = finding.exchanges;
  const others = [...new Set([...rest, ...more])].filter((id) => id !== lead).slice(0, EXAMPLES_AT_MOST);
  return { ...finding, exchanges: [lead, ...others] };
}
