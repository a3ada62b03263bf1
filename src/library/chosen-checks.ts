import { CHECKS } from '../../suites/index.ts';
import type { RunOptions } from '../options/run-options.ts';
import { plan } from '../run/request-plan.ts';
import { credentialsOf } from '../run/run-line.ts';
import { checksToRun } from '../run/shards.ts';
import type { Check } from '../vocabulary/check.ts';
import type { EndLine } from '../vocabulary/record.ts';
import type { Keys, Settings } from '../vocabulary/settings.ts';

/** All checks, those that a run selects, and what they are expected to cost. */
export interface ChosenChecks {
  all: readonly Check[];
  selected: readonly Check[];
  plan(settings: Settings, keys: Keys): NonNullable<EndLine['planned']>;
}

/** The checks of a run. Throws `OptionError` for a selection without checks. */
export function chosenChecks(options: RunOptions): ChosenChecks {
  const selected = checksToRun(CHECKS, options.settings, options);
  return {
    all: CHECKS,
    selected,
    plan(settings, keys) {
      const { requests, billable, tokens } = plan(selected, settings, credentialsOf(keys)).total;
      return { requests, billable, tokens };
    },
  };
}
