import type { Check, CheckContext, Finding, Judge, Requester } from '../vocabulary/check.ts';
import { Enough, Inconclusive, NotApplicable, ValidRequestRefused } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { randomStream } from '../vocabulary/random.ts';
import type { Observation } from '../vocabulary/record.ts';
import type { Settings, UsageNames } from '../vocabulary/settings.ts';
import { exchangesIn, isAnswer } from './evidence.ts';
import { severityOf } from './findings.ts';
import { createRequester, type RunContext } from './requester.ts';

/** At most this many different breaches are repeated for one check: the rest are named beside them. */
const CONFIRMED_AT_MOST = 4;
/** Further exchanges that show the same breach, named in the finding. */
const EXAMPLES_AT_MOST = 12;

/** What a check's context leaves behind. */
export interface CheckNotes {
  findings: Finding[];
  observations: Observation[];
  /** Ids of the exchanges that were looked at, in the order in which they were first seen. */
  evidence: Set<string>;
  /** Ids of those among them that show that the clause held: no retries, no server errors, nothing that others judge. */
  held: Set<string>;
  undecided: string[];
  blockedBy: CheckId | undefined;
}

/** What a check's context needs to know about its run. */
export interface ContextOptions {
  runContext: RunContext;
  settings: Settings;
  model: string;
  reasoningModel: string | undefined;
  selected(id: string): boolean;
  onDiscovery(names: UsageNames): void;
  /** Hears what a judge was shown when it found something, so that it can be asked again. */
  onJudged?: ((evidence: unknown, judge: Judge<never>) => void) | undefined;
}

/** What came of asking for an item again. */
interface Repeated {
  found: readonly Finding[];
  /** Ids of the exchanges that were judged. */
  seen: string[];
}

/** A breach in one item of a list. */
interface Breach<E> {
  gather: (ask: Requester) => Promise<E>;
  finding: Finding;
}

/** Makes the CheckContext that a check runs with, and the notes that it fills. */
export function createCheckContext(
  check: Check,
  setting: ContextOptions,
): { context: CheckContext; notes: CheckNotes } {
  const notes: CheckNotes = {
    findings: [],
    observations: [],
    evidence: new Set(),
    held: new Set(),
    undecided: [],
    blockedBy: undefined,
  };
  const answers = new Set<string>();
  const witness = (exchange: Exchange) => {
    notes.evidence.add(exchange.id);
    if (isAnswer(exchange)) answers.add(exchange.id);
  };
  const first = createRequester(setting.runContext, check.id, 1, witness);
  const second = createRequester(setting.runContext, check.id, 2, witness);
  const random = randomStream(`${setting.settings.seed} ${check.id}`);
  const { exchangeLog } = setting.runContext;

  const doubt = (error: Inconclusive) => {
    notes.undecided.push(error.message);
    notes.blockedBy ??= error.blockedBy;
    for (const exchange of error.exchanges) witness(exchange);
  };

  /** What held: the answers in the evidence, those aside that are none. */
  const support = (evidence: unknown) => {
    const shown = exchangesIn(evidence);
    // Evidence that holds sums alone rests on all that was asked for it.
    for (const id of shown.length > 0 ? shown.filter(isAnswer).map((e) => e.id) : answers) notes.held.add(id);
  };

  /** What is wrong with an item when it is asked for again. */
  const repeated = async <E>(gather: Breach<E>['gather'], judge: Judge<E>): Promise<Repeated> => {
    try {
      const evidence = await gather(second);
      setting.onJudged?.(evidence, judge);
      return { found: judge(evidence), seen: exchangesIn(evidence).map((e) => e.id) };
    } catch (error) {
      if (error instanceof ValidRequestRefused) return { found: [error.finding], seen: [] };
      throw error;
    }
  };

  /** Repeats a breach; what does not come again is only a warning, with both answers. */
  const confirm = async <E>(breaches: readonly Breach<E>[], judge: Judge<E>) => {
    const [{ gather, finding } = undefined!] = breaches;
    try {
      const { found: again, seen } = await repeated(gather, judge);
      const failed = again.filter((f) => severityOf(f, check.level) === 'fail');
      const same = failed.find((f) => f.expected === finding.expected && saidAlike(f, finding));
      const more = breaches.slice(1).flatMap((b) => b.finding.exchanges);
      if (same) {
        notes.findings.push(withExchanges(finding, [...same.exchanges, ...more]));
      } else if (failed[0]) {
        // It broke again, in another way: each is said with what showed it.
        const other = `${finding.actual}; when repeated: ${failed[0].actual}`;
        notes.findings.push(withExchanges({ ...finding, actual: other }, [...failed[0].exchanges]));
      } else {
        const unstable = {
          ...finding,
          actual: `${finding.actual} (unstable: it held when repeated)`,
          as: comparesUsage(check, finding) ? ('inconclusive' as const) : ('warn' as const),
        };
        notes.findings.push(withExchanges(unstable, seen.slice(0, 1)));
      }
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      if (error instanceof Enough) {
        const shown = breaches.slice(1).flatMap((b) => b.finding.exchanges);
        const actual = `${finding.actual} (${error.message})`;
        notes.findings.push(withExchanges({ ...finding, actual }, [...shown, ...error.ids]));
        return;
      }
      for (const exchange of error.exchanges) witness(exchange);
      const actual = `${finding.actual} (could not be repeated: ${error.message})`;
      notes.findings.push({ ...finding, actual, as: 'inconclusive' });
    }
  };

  const weigh = async <E>(found: readonly Breach<E>[], judge: Judge<E>) => {
    const groups = new Map<string, Breach<E>[]>();
    for (const breach of found) {
      const { clause, expected, actual } = breach.finding;
      // Two statuses are two findings: what one says is not true of the exchange that shows the other.
      const key = `${severityOf(breach.finding, check.level)} ${clause ?? ''} ${expected} ${statusIn(actual) ?? ''}`;
      const group = groups.get(key);
      if (group) group.push(breach);
      else groups.set(key, [breach]);
    }
    let confirmed = 0;
    for (const group of groups.values()) {
      const lead = group[0]!.finding;
      if (severityOf(lead, check.level) !== 'fail') {
        notes.findings.push(
          withExchanges(
            lead,
            group.slice(1).flatMap((b) => b.finding.exchanges),
          ),
        );
      } else if (confirmed++ < CONFIRMED_AT_MOST) {
        await confirm(group, judge);
      }
    }
  };

  /** What came of a list of items, which may be gathered in parts. */
  const createList = <E>(judge: Judge<E>) => {
    const found: Breach<E>[] = [];
    const blocked: Inconclusive[] = [];
    const absent: NotApplicable[] = [];
    let asked = 0;
    let judged = 0;
    const gather = async (items: readonly Breach<E>['gather'][]) => {
      const answers = await Promise.allSettled(items.map((item) => item(first)));
      asked += items.length;
      for (const [i, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') {
          judged++;
          const breaches = judge(answer.value);
          if (breaches.length === 0) support(answer.value);
          else setting.onJudged?.(answer.value, judge);
          for (const finding of breaches) found.push({ gather: items[i]!, finding });
        } else if (answer.reason instanceof ValidRequestRefused) {
          judged++;
          found.push({ gather: items[i]!, finding: answer.reason.finding });
        } else if (answer.reason instanceof NotApplicable) {
          absent.push(answer.reason);
        } else if (!(answer.reason instanceof Inconclusive)) {
          throw answer.reason;
        } else if (answer.reason.blockedBy) {
          blocked.push(answer.reason);
        } else {
          doubt(answer.reason);
        }
      }
    };
    return {
      gather,
      /** The breaches since it was asked last. */
      found: () => found.splice(0),
      close: () => {
        // What another check answers for is left out, as long as something remains to be judged.
        if (judged === 0 && blocked[0]) doubt(blocked[0]);
        if (absent.length === asked) throw absent[0];
      },
    };
  };

  const context: CheckContext = {
    ...first,
    settings: setting.settings,
    model: setting.model,
    reasoningModel: setting.reasoningModel,
    selected: setting.selected,
    clock: setting.runContext.target.clock,
    random,
    async verify(gather, judge) {
      try {
        const evidence = await gather(first);
        const found = judge(evidence);
        if (found.length === 0) support(evidence);
        else setting.onJudged?.(evidence, judge);
        await weigh(
          found.map((finding) => ({ gather, finding })),
          judge,
        );
        return evidence;
      } catch (error) {
        if (!(error instanceof ValidRequestRefused)) throw error;
        await weigh([{ gather, finding: error.finding }], judge);
        // What the check goes on with, if it was answered when repeated.
        return gather(second).catch((again: unknown) => {
          throw again instanceof ValidRequestRefused ? new Inconclusive(again.message) : again;
        });
      }
    },
    async verifyEach(items, judge, ifNone) {
      if (items.length === 0) throw new Inconclusive(ifNone ?? 'there was nothing to look at');
      const list = createList(judge);
      await list.gather(items);
      list.close();
      await weigh(list.found(), judge);
    },
    async verifyInTurn(items, judge) {
      if (items.length === 0) throw new Inconclusive('there was nothing to look at');
      const list = createList(judge);
      const failed = () => notes.findings.some((f) => severityOf(f, check.level) === 'fail');
      // One, then as many again as were asked: what is taken costs little more than what it takes to find it.
      for (let from = 0; from < items.length && !failed(); from = 2 * from + 1) {
        await list.gather(items.slice(from, 2 * from + 1));
        await weigh(list.found(), judge);
      }
      list.close();
    },
    report: (...findings) => void notes.findings.push(...findings),
    held(...exchanges) {
      exchanges.forEach(witness);
      support(exchanges);
    },
    observe(key, value, ...exchanges) {
      exchanges.forEach(witness);
      notes.observations.push({ key, value, exchanges: exchanges.map((e) => e.id) });
    },
    ownCompletions: exchangeLog.ownCompletions,
    leaks: exchangeLog.leaks,
    completionStatuses: exchangeLog.completionStatuses,
    discovered: setting.onDiscovery,
  };
  return { context, notes };
}

/** The status that a finding says came, when its words begin with one. */
function statusIn(actual: string): string | undefined {
  return /^(?:status )?(\d{3})\b/.exec(actual)?.[1];
}

/** Whether two findings say the same status, or neither says one: what is said of both must be true of both. */
function saidAlike(a: Finding, b: Finding): boolean {
  return statusIn(a.actual) === statusIn(b.actual);
}

/**
 * Whether sums of usage were held against each other: those of old days may be corrected meanwhile, and then nothing is
 * decided.
 */
function comparesUsage(check: Check, finding: Finding): boolean {
  return /^usage\/(totals|summary|export)-/.test(check.id) && finding.exchanges.length > 1;
}

/** The finding, with further exchanges that show it; each is named once. */
function withExchanges(finding: Finding, more: readonly string[]): Finding {
  const [lead, ...rest] = finding.exchanges;
  const others = [...new Set([...rest, ...more])].filter((id) => id !== lead).slice(0, EXAMPLES_AT_MOST);
  return { ...finding, exchanges: [lead, ...others] };
}
