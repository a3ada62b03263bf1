import { closedSummary } from '../../src/usage/history/summaries.ts';
import { sourcesComeToAll } from '../../src/usage/judge/summary.ts';
import { measuresAgree } from '../../src/usage/reconcile/agreeing.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import { attempt, decided, Inconclusive } from '../../src/vocabulary/undecidable.ts';

/**
 * Rejects with `Inconclusive` if the summary differs from the records, in requests or in tokens: their sources are
 * not comparable then. Whether its own numbers by source add up to its total is judged before.
 */
export async function sourcesCompared(context: CheckContext): Promise<void> {
  const agreed = await attempt(measuresAgree(context, 'summary', ['total_requests', 'total_tokens'], true));
  if (agreed instanceof Inconclusive)
    await context.verify((ask) => closedSummary(context, ask), sourcesComeToAll);
  decided(agreed);
}
