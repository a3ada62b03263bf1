import { billed } from './billed.ts';
import { bodyText, type Exchange } from './exchange.ts';
import { hiddenPrompt, reportedUsage } from './reported.ts';

/** The requests of a run so far, for its report. */
export interface Tally {
  requests: number;
  /** Requests that are billed on success, retries included. */
  billable: number;
  /** Completion tokens that the billable requests allowed, times their choices. */
  tokens: number;
  /** Billed completions, choices counted, and their requested completion tokens. */
  billed: { completions: number; tokens: number };
  /** Tokens that the service reported, prompts included. */
  reported: number;
  /**
   * Prompt tokens of a system prompt that the service adds: the least that a short request shows, and the number of answers.
   */
  hidden: { each: number; answers: number };
  /** Attempts after the first, by their cause: a status, or the kind of a failure. */
  retries: Record<string, number>;
  /** Answers by status. */
  statuses: Record<number, number>;
  /** Network failures by kind. */
  failures: Record<string, number>;
}

/** An empty tally. */
export function createTally(): Tally {
  return {
    requests: 0,
    billable: 0,
    tokens: 0,
    billed: { completions: 0, tokens: 0 },
    reported: 0,
    hidden: { each: Number.POSITIVE_INFINITY, answers: 0 },
    retries: {},
    statuses: {},
    failures: {},
  };
}

/** Counts one exchange. */
export function count(tally: Tally, exchange: Exchange): void {
  tally.requests += 1;
  if (exchange.billable) {
    tally.billable += 1;
    tally.tokens += exchange.billable.tokens * exchange.billable.choices;
  }
  const { completions, tokens } = billed(exchange);
  if (completions > 0) {
    tally.billed.completions += completions;
    tally.billed.tokens += tokens;
    const usage = reportedUsage(bodyText(exchange));
    if (usage) {
      const { each, answers } = tally.hidden;
      const here = hiddenPrompt(exchange.request.body, usage) ?? each;
      tally.hidden = { each: Math.min(each, here), answers: answers + 1 };
      tally.reported += usage.total;
    }
  }
  const { response, failure } = exchange;
  if (response) tally.statuses[response.status] = (tally.statuses[response.status] ?? 0) + 1;
  if (failure) tally.failures[failure.kind] = (tally.failures[failure.kind] ?? 0) + 1;
}

/** With a larger hidden prompt each completion costs too much. */
const LARGEST_HIDDEN = 300;
/** What hidden prompts may add to the tokens that a run pays for: the largest one to each of 180 answers. */
const HIDDEN_AT_MOST = 180 * LARGEST_HIDDEN;

/** The reported tokens that count against a limit: those of a hidden system prompt do not, up to a bound. */
export function countedTokens({
  reported,
  hidden: { each, answers },
}: Pick<Tally, 'reported' | 'hidden'>): number {
  return reported - (each <= LARGEST_HIDDEN ? Math.min(each * answers, HIDDEN_AT_MOST) : 0);
}
