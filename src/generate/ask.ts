import { type Asking, Undecided } from '../check.ts';
import type { Exchange, RequestSpec } from '../target/exchange.ts';
import { COMPLETIONS, type PlannedCompletion } from './planned.ts';

export { plainRow } from './basics.ts';
export { COMPLETIONS, type PlannedCompletion, planned } from './planned.ts';

/** The request of a planned completion, as it goes over the wire. */
export function completionSpec(row: PlannedCompletion): RequestSpec {
  return {
    ...jsonPost(row.why, row.body),
    billable: { tokens: row.tokens, choices: row.choices },
  };
}

/** A POST of a JSON body to the completion endpoint. What is billable says so itself. */
export function jsonPost(label: string, body: unknown): RequestSpec {
  return {
    method: 'POST',
    path: COMPLETIONS,
    label,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(body),
  };
}

/** Asks for a planned completion: once a run (and round), whoever asks. Whatever came is the answer, a refusal too. */
export function completion(ask: Asking, row: PlannedCompletion): Promise<Exchange> {
  return ask.shared(`completion/${row.id}`, (own) => own.send(completionSpec(row)));
}

/**
 * The same for those who need the completion itself: without a 200 it rejects with `Undecided`, which names the check
 * that tells why the request was refused.
 */
export async function answered(ask: Asking, row: PlannedCompletion): Promise<Exchange> {
  const exchange = await completion(ask, row).catch((error: unknown) => {
    throw refusedThroughout(error) ? new Undecided(error.message, error.exchanges, row.judgedBy) : error;
  });
  const status = exchange.response?.status;
  if (status === 200) return exchange;
  const what = status === undefined ? 'got no answer' : `was answered ${status}`;
  throw new Undecided(`${row.why}: the request ${what}; see ${row.judgedBy}`, [exchange], row.judgedBy);
}

/** True when every attempt ended in the same server error: then the request is to blame, and one check says so. */
function refusedThroughout(error: unknown): error is Undecided {
  if (!(error instanceof Undecided) || error.exchanges.length < 2) return false;
  const statuses = new Set(error.exchanges.map((e) => e.response?.status));
  const [status] = statuses;
  return statuses.size === 1 && status !== undefined && status >= 500;
}
