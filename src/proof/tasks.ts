import type { FaultResult, TogetherResult, VariantResult } from './assess.ts';

/** A task for a worker. */
export type Task = (
  | { kind: 'baseline' }
  | {
      kind: 'fault';
      id: string;
      /**
       * Another conformant service on which the fault has to show: a base by name, or a variant (see `variantsOf`).
       */
      base?: string;
      /** Runs only the checks that can find it, and all of them if those do not. */
      aimed?: boolean;
      /** A check that is run before those: it showed the fault in the last proof. */
      first?: string;
    }
  | { kind: 'variants'; ids: readonly string[] }
  /** Several faults in one service. */
  | { kind: 'together'; ids: readonly string[] }
) & {
  seed: number;
  /** The only check to run. If it does not show the fault alone, all checks run. */
  check?: string;
  /** Uses loopback for the services, even if the deviation needs no connection. */
  network: boolean;
};

/** A worker's answer, with the task. */
export interface Done {
  task: Task;
  fault?: FaultResult;
  variants?: VariantResult;
  together?: TogetherResult;
  /** Checks that passed, warned or failed at all: a check that never ran proves nothing. */
  verdicts: Record<string, string>;
  requests: number;
  billable: number;
  /** Completions that were billed, choices counted. */
  billed: number;
  /** Untrue statements of the run: findings that their exchanges do not show, passes on changed responses. */
  untrue: string[];
  /** Duration of the run on its simulated clock. */
  clockMs: number;
  milliseconds: number;
  /** An error of the worker, not of the service. */
  error?: string;
}

/** The measurements of a task without a result. */
export const NOTHING = {
  verdicts: {},
  requests: 0,
  billable: 0,
  billed: 0,
  clockMs: 0,
  untrue: [],
  milliseconds: 0,
} satisfies Partial<Done>;
