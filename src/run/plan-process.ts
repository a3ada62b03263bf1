import { inShort, type PlanWanted } from './background-plan.ts';
import { keepCompiled } from './compile-cache.ts';

keepCompiled();

/** Counts a plan beside a run, so that neither the time nor the memory of the run pays for it. */
process.once('message', async (wanted) => {
  const { ids, options } = wanted as PlanWanted;
  const { CHECKS } = await import('../../suites/index.ts');
  const { plan } = await import('./request-plan.ts');
  const { total } = await plan(
    CHECKS.filter((check) => ids.includes(check.id)),
    options,
  );
  process.send?.(inShort(total));
});
// The run is over, or was killed: nobody wants the plan any more.
process.once('disconnect', () => process.exit());
