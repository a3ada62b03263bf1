import { closedSummary } from '../../src/usage/history/summaries.ts';
import { sourcesComeToAll } from '../../src/usage/judge/summary.ts';
import { shownMeasuresAgree } from '../../src/usage/reconcile/agreeing.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import { attempt, decided, Inconclusive } from '../../src/vocabulary/undecidable.ts';

/**
 * Rejects with `Inconclusive` where the summary differs from the records, in requests or in tokens: their sources tell nothing
 * of it then. Whether its own numbers by source come to what it has in all is judged before.
 */
export async function sourcesCompared(context: CheckContext): Promise<void> {
  const agreed = await attempt(shownMeasuresAgree(context, 'summary', ['total_requests', 'total_tokens']));
  if (agreed instanceof Inconclusive)
    await context.verify((ask) => closedSummary(context, ask), sourcesComeToAll);
  decided(agreed);
}
