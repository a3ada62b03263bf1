import { CHECKS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import type { RunOptions } from '../options/run-options.ts';
import { plan } from '../run/request-plan.ts';
import { credentialsOf } from '../run/run-line.ts';
import { checksOfShard } from '../run/shards.ts';
import type { Check } from '../vocabulary/check.ts';
import type { EndLine } from '../vocabulary/record.ts';
import type { Keys } from '../vocabulary/settings.ts';

/** All checks, those that a run selects, and what they are expected to cost. */
export interface ChosenChecks {
  all: readonly Check[];
  selected: readonly Check[];
  plan(options: RunOptions, keys: Keys): NonNullable<EndLine['planned']>;
}

/** The checks of a run. Throws `OptionError` for a selection without checks. */
export function chosenChecks({ settings, only, skip }: RunOptions): ChosenChecks {
  const { profile, shard, clients } = settings;
  const selected = checksOfShard(selectChecks(CHECKS, profile, only, skip, clients), shard);
  return { all: CHECKS, selected, plan: (options, keys) => planned(options, keys, selected) };
}

function planned({ settings }: RunOptions, keys: Keys, selected: readonly Check[]) {
  const { profile, seed, reasoningModel, otherModels, clients } = settings;
  const { requests, billable, tokens } = plan(selected, {
    profile,
    seed,
    reasoning: reasoningModel !== undefined,
    otherModels: otherModels?.length ?? 0,
    credentials: credentialsOf(keys),
    ...(clients && { clients }),
  }).total;
  return { requests, billable, tokens };
}
