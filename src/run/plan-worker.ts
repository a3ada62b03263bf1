import { parentPort, workerData } from 'node:worker_threads';
import { CHECKS } from '../../suites/index.ts';
import { type PlanOptions, plan } from '../generate/plan.ts';

/** Counts a plan beside a run, so that the run does not wait for it. */
const { ids, options } = workerData as { ids: readonly string[]; options: PlanOptions };
const { total } = await plan(
  CHECKS.filter((check) => ids.includes(check.id)),
  options,
);
parentPort?.postMessage({ requests: total.requests, billable: total.billable, tokens: total.tokens });
