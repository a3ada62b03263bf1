import type { Check, CheckContext, Finding, Judge, Requester } from '../vocabulary/check.ts';
import { Inconclusive, NotApplicable, ValidRequestRefused } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { randomStream } from '../vocabulary/random.ts';
import type { Observation } from '../vocabulary/record.ts';
import type { Settings, UsageNames } from '../vocabulary/settings.ts';
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
    undecided: [],
    blockedBy: undefined,
  };
  const witness = (exchange: Exchange) => void notes.evidence.add(exchange.id);
  const first = createRequester(setting.runContext, check.id, 1, witness);
  const second = createRequester(setting.runContext, check.id, 2, witness);
  const random = randomStream(`${setting.settings.seed} ${check.id}`);
  const { exchangeLog } = setting.runContext;

  const doubt = (error: Inconclusive) => {
    notes.undecided.push(error.message);
    notes.blockedBy ??= error.blockedBy;
    for (const exchange of error.exchanges) witness(exchange);
  };

  /** What is wrong with an item when it is asked for again. */
  const repeated = async <E>(gather: Breach<E>['gather'], judge: Judge<E>): Promise<readonly Finding[]> => {
    try {
      return judge(await gather(second));
    } catch (error) {
      if (error instanceof ValidRequestRefused) return [error.finding];
      throw error;
    }
  };

  /** Repeats a breach; what does not come again is only a warning, with both answers. */
  const confirm = async <E>(breaches: readonly Breach<E>[], judge: Judge<E>) => {
    const [{ gather, finding } = undefined!] = breaches;
    try {
      const again = (await repeated(gather, judge)).filter((f) => severityOf(f, check.level) === 'fail');
      const [same] = again;
      const more = breaches.slice(1).flatMap((b) => b.finding.exchanges);
      if (same) {
        notes.findings.push(withExchanges(finding, [...same.exchanges, ...more]));
      } else {
        notes.findings.push({
          ...finding,
          actual: `${finding.actual} (unstable: it held when repeated)`,
          as: comparesUsage(check, finding) ? 'inconclusive' : 'warn',
        });
      }
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      for (const exchange of error.exchanges) witness(exchange);
      const actual = `${finding.actual} (could not be repeated: ${error.message})`;
      notes.findings.push({ ...finding, actual, as: 'inconclusive' });
    }
  };

  const weigh = async <E>(found: readonly Breach<E>[], judge: Judge<E>) => {
    const groups = new Map<string, Breach<E>[]>();
    for (const breach of found) {
      const key = `${severityOf(breach.finding, check.level)} ${breach.finding.clause ?? ''} ${breach.finding.expected}`;
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
        await weigh(
          judge(evidence).map((finding) => ({ gather, finding })),
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
      const found: Breach<Parameters<typeof judge>[0]>[] = [];
      const blocked: Inconclusive[] = [];
      const absent: NotApplicable[] = [];
      let judged = 0;
      const answers = await Promise.allSettled(items.map((gather) => gather(first)));
      for (const [i, answer] of answers.entries()) {
        if (answer.status === 'fulfilled') {
          judged++;
          for (const finding of judge(answer.value)) found.push({ gather: items[i]!, finding });
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
      // What another check answers for is left out, as long as something remains to be judged.
      if (judged === 0 && blocked[0]) doubt(blocked[0]);
      if (absent.length === items.length) throw absent[0];
      await weigh(found, judge);
    },
    report: (...findings) => void notes.findings.push(...findings),
    held: (...exchanges) => exchanges.forEach(witness),
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
