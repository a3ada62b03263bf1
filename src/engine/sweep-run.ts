import type { Check } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { UsageNames } from '../vocabulary/settings.ts';
import { type AnswerCounts, OUT_OF_BOUNDS } from '../vocabulary/sweep.ts';
import { RunStopped } from '../vocabulary/target.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { amended, type Repetition, wantedRepetition } from './amend.ts';
import { describeError } from './describe-error.ts';
import { createRequester, type RunContext } from './requester.ts';
import { type Breached, Sweeps } from './sweeps.ts';

/** Maximum number of repeated requests, each for the violations that it alone shows. */
const REPEATED_AT_MOST = 8;

/**
 * The sweeps of one run: they see all responses, repeat requests that alone show a violation, and amend the results
 * of their checks.
 */
export class SweepRun {
  readonly sweeps: Sweeps;
  /** Results of the checks so far, by id. */
  readonly lines = new Map<string, CheckLine>();
  #names: UsageNames;
  readonly #repetitions = new Map<string, Repetition>();

  constructor(checks: readonly Check[], names: UsageNames = {}) {
    this.sweeps = new Sweeps(checks);
    this.#names = names;
  }

  /** Is called with names of usage parameters that were found. */
  learn(names: UsageNames | undefined): void {
    this.#names = { ...this.#names, ...names };
  }

  /** Repeats each request that alone shows a violation of a `must`. */
  async repeatSingles(runContexts: readonly RunContext[]): Promise<void> {
    await this.sweeps.settled();
    const wanted = new Map<string, Breached & { how: 'alone' | 'as-sent' }>();
    for (const breach of this.sweeps.breaches(this.#names)) {
      const { id } = breach.shownBy[0]!;
      const isKnown = this.#repetitions.has(id) || wanted.has(id);
      const how = isKnown ? undefined : wantedRepetition(this.lines.get(breach.check.id), breach);
      if (how) wanted.set(id, { ...breach, how });
    }
    const repeated = [...wanted].slice(0, REPEATED_AT_MOST).map(async ([id, { check, of, shownBy, how }]) => {
      const runContext = runContexts[shownBy[0]!.part]!;
      const ask = createRequester(runContext, check.id, 2, () => {});
      const repetition: Repetition =
        how === 'as-sent'
          ? { held: id }
          : await ask
              .send(runContext.sent.specOf(id))
              .then((again) => repetitionOf(again, of))
              .catch(reasonOf);
      this.#repetitions.set(id, repetition);
      // A new connection, or fewer requests in flight, may be the reason for a correct response. A response in the
      // same situation that shows the violation counts as a second one.
      if ('held' in repetition) await runContext.sent.situationOf(id)?.send(ask, ask).catch(reasonOf);
    });
    await Promise.all(repeated);
    await this.sweeps.settled();
  }

  /** The results that other responses of the run change. */
  amendments(checks: readonly Check[]): CheckLine[] {
    const breaches = Map.groupBy(this.sweeps.breaches(this.#names), ({ check }) => check.id);
    return checks.flatMap((check) => {
      const line = this.lines.get(check.id)!;
      if (this.sweeps.failures.has(check.id)) {
        const message = describeError(this.sweeps.failures.get(check.id));
        return line.verdict === 'error' ? [] : [{ ...line, verdict: 'error', message }];
      }
      const result = amended(line, check, breaches.get(check.id) ?? [], this.#repetitions);
      return result === line ? [] : [result];
    });
  }

  /** For each response type, how many there were, and how many of them were validated. */
  counts(): AnswerCounts[] {
    return this.sweeps.counts(this.#names);
  }
}

function repetitionOf({ id, response, failure }: Exchange, of: Breached['of']): Repetition {
  const status = response?.status ?? 0;
  const isDue = of === OUT_OF_BOUNDS ? status === 400 || status === 422 : status === 200;
  if (isDue && !failure) return { held: id };
  return { reason: failure ? failure.message : `the repeated request got status ${response?.status}` };
}

function reasonOf(error: unknown): Repetition {
  if (error instanceof RunStopped) return { reason: 'the run was interrupted' };
  if (error instanceof Inconclusive) return { reason: error.message };
  throw error;
}
