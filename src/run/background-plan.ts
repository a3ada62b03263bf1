import { fork } from 'node:child_process';
import { extname } from 'node:path';
import type { Check } from '../vocabulary/check.ts';
import { childEnvironment } from '../vocabulary/child-environment.ts';
import type { EndLine } from '../vocabulary/record.ts';
import type { Amount, PlanOptions } from './request-plan.ts';

/** A plan that is being counted, or will be. */
export interface BackgroundPlan {
  /** The plan when it is made; undefined when it can't be. */
  made: Promise<EndLine['planned']>;
  /** The plan; undefined when it is not there within the time, and for good after that. */
  result(waitMs: number): Promise<EndLine['planned']>;
  /** Ends the counting, when nobody will ask for the plan. */
  end(): void;
}

/** What the other process is told. */
export interface PlanWanted {
  ids: readonly string[];
  options: PlanOptions;
}

/** A plan of so few checks takes less than a process takes to start: it is made here, when the run is over. */
const FEW = 60;

/** Begins to count what a run of these checks should send, so that its report can compare plan and fact. */
export function startBackgroundPlan(checks: readonly Check[], options: PlanOptions): BackgroundPlan {
  return checks.length <= FEW ? planAfterwards(checks, options) : planBeside(checks, options);
}

function planAfterwards(checks: readonly Check[], options: PlanOptions): BackgroundPlan {
  const made = Promise.withResolvers<EndLine['planned']>();
  return {
    made: made.promise,
    async result() {
      const { plan } = await import('./request-plan.ts');
      const planned = await plan(checks, options).then(({ total }) => inShort(total), nothing);
      made.resolve(planned);
      return planned;
    },
    end: () => made.resolve(undefined),
  };
}

/** What the record keeps of a plan. */
export const inShort = ({ requests, billable, tokens }: Amount) => ({ requests, billable, tokens });

/** A plan is a convenience: a run does not fail for the want of one. */
const nothing = () => undefined;

function planBeside(checks: readonly Check[], options: PlanOptions): BackgroundPlan {
  const script = new URL(`./plan-process${extname(import.meta.url)}`, import.meta.url);
  const child = fork(script, { env: childEnvironment(), execArgv: [], stdio: 'ignore' });
  child.unref();
  child.channel?.unref();
  const made = new Promise<EndLine['planned']>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', () => resolve(undefined));
    child.once('message', (planned) => {
      resolve(planned as NonNullable<EndLine['planned']>);
      // It then ends by itself, and keeps what it compiled.
      if (child.connected) child.disconnect();
    });
  });
  const wanted: PlanWanted = { ids: checks.map(({ id }) => id), options };
  // Where no file may be opened any more there is no channel, and 'error' follows.
  if (child.connected) child.send(wanted, () => {});
  return {
    made,
    async result(waitMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), waitMs);
      });
      const planned = await Promise.race([made, late]);
      clearTimeout(timer);
      child.kill();
      return planned;
    },
    end: () => child.kill(),
  };
}
