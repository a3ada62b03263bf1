import type { FaultResult, TogetherResult, VariantResult } from './assess.ts';
import type { SelectionResult } from './selection.ts';

/** What a worker is asked to do. */
export type Task = (
  | { kind: 'baseline' }
  | {
      kind: 'fault';
      id: string;
      /** A service of another style on which the fault is to show: a base by name, or a variant (see `variantsOf`). */
      base?: string;
      /** Runs only the checks that can find it, and all of them where those alone don't. */
      aimed?: boolean;
    }
  | { kind: 'variants'; ids: readonly string[] }
  /** Several faults in one service. */
  | { kind: 'together'; ids: readonly string[] }
  /** A fault with all checks, and without half of those that do not find it. */
  | { kind: 'selection'; id: string }
) & {
  seed: number;
  /** The one check that runs, and all checks against a fault that it does not show alone; all checks without it. */
  check?: string;
  /** Talks to the services over loopback, even where what they do differently needs no connection to show. */
  network: boolean;
};

/** What a worker answers, the task beside it. */
export interface Done {
  task: Task;
  fault?: FaultResult;
  variants?: VariantResult;
  together?: TogetherResult;
  selection?: SelectionResult;
  /** Checks that passed, warned or failed at all: a check that never ran proves nothing. */
  verdicts: Record<string, string>;
  requests: number;
  billable: number;
  /** Completions that were really billed, choices counted. */
  billed: number;
  /** What the run said that is not so: findings that their exchanges do not show, passes on spoilt answers. */
  untrue: string[];
  /** How long the run took on its own clock, which jumps over every wait. */
  clockMs: number;
  milliseconds: number;
  /** The worker's own trouble, not the service's. */
  error?: string;
}

/** What a task that came to nothing measured. */
export const NOTHING = {
  verdicts: {},
  requests: 0,
  billable: 0,
  billed: 0,
  clockMs: 0,
  untrue: [],
  milliseconds: 0,
} satisfies Partial<Done>;
