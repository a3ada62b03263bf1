import { type Accounts, wereConcurrent } from '../../src/usage/accounting/endpoint-timeline.ts';
import { bodyText } from '../../src/vocabulary/exchange.ts';
import { Inconclusive, NotApplicable } from '../../src/vocabulary/undecidable.ts';

/** Whether a completion of a kind was answered. Rejects with `Inconclusive` if none of them reported its usage. */
export function anyOf(seen: Accounts, is: (own: Accounts['run'][0]) => boolean): boolean {
  const mine = [...seen.run, ...seen.round].filter((own) => own.outcome === 'success' && is(own));
  if (mine.length === 0 || mine.some((own) => own.usage)) return mine.length > 0;
  const shown = mine.slice(0, 3).map((own) => own.exchange);
  // Missing and unusable usage have different checks.
  const cause = mine.some((own) => /"usage"\s*:\s*\{/.test(bodyText(own.exchange))) ? 'counts' : 'present';
  throw new Inconclusive(
    `none of ${mine.length} such completions reported usage`,
    shown,
    `completion/usage-${cause}`,
  );
}

/** Whether completions were sent by the accounting itself. Rejects with `NotApplicable` where no two of the run overlapped. */
export function anyAtOnce(seen: Accounts): boolean {
  if (seen.round.length + seen.steps.length === 0) return false;
  if (wereConcurrent([...seen.run, ...seen.round, ...seen.steps.flatMap((step) => step.own)])) return true;
  throw new NotApplicable(
    'no two completions of this run were concurrent: --concurrency or a limit of the service allowed only one',
  );
}
