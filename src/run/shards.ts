import { SECTIONS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import type { Check } from '../vocabulary/check.ts';
import { globOver } from '../vocabulary/glob.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { isLast, type Settings, type Shard, shardName } from '../vocabulary/settings.ts';

type SectionName = keyof typeof SECTIONS;

/** Checks that can run in a separate shard, and their approximate number of requests. */
interface Group {
  requests: number;
  sections: readonly SectionName[];
  /** Globs over ids; by default all of the sections. The first matching group has the check. */
  only?: readonly string[];
  except?: readonly string[];
}

/**
 * Groups for separate shards: none of them is meant to be billed, and together they need four completions. Usage
 * checks stay together, so that a history is walked once. The last shard runs everything else: completions, the
 * totals around them, invalid keys, and checks with further controls.
 */
const GROUPS: readonly Group[] = [
  {
    requests: 210,
    sections: [
      '2.8-records',
      '2.8-totals',
      '4.2-filters',
      '4.2-open-ranges',
      '4.2-stats',
      '4.2-without-dates',
      '4.3-summary',
      '4.4-export',
      '4.5-odd-parameters',
      '4.5-parameters',
    ],
  },
  {
    requests: 120,
    sections: ['2.2-nested'],
    only: ['request/messages-item-tool-call*', 'request/tools-item-*'],
  },
  { requests: 50, sections: ['7.3-malformed'], except: ['request/streamed-refusals'] },
  { requests: 26, sections: ['2.2-nested'], only: ['request/messages-item-*'] },
];

/** Maximum number of shards. */
export const MOST_SHARDS = GROUPS.length + 1;

/** The group of each separable check. */
const groupOf: ReadonlyMap<string, Group> = groupsOfChecks();

function groupsOfChecks(): Map<string, Group> {
  const found = new Map<string, Group>();
  for (const group of GROUPS) {
    const fits = group.only && globOver(group.only);
    const left = globOver(group.except ?? []);
    for (const { id } of group.sections.flatMap((section): readonly Check[] => SECTIONS[section])) {
      if (!found.has(id) && (fits?.(id) ?? true) && !left(id)) found.set(id, group);
    }
  }
  return found;
}

/**
 * The shard that runs a check: the groups are divided over all shards but the last, the largest first and each to
 * the one with the fewest requests. Throws `OptionError` for more shards than groups.
 */
export function shardOfCheck(of: number): (check: Pick<Check, 'id'>) => number {
  if (of > MOST_SHARDS) throw new OptionError(`--shard: a run has at most ${MOST_SHARDS} shards`);
  const loads = Array.from({ length: of - 1 }, () => 0);
  const shards = new Map<Group, number>();
  for (const group of of === 1 ? [] : GROUPS) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least]! += group.requests;
    shards.set(group, least + 1);
  }
  return ({ id }) => {
    const group = groupOf.get(id);
    return (group && shards.get(group)) ?? of;
  };
}

/**
 * The checks that a run selects, in its shard if it has one. Throws `OptionError` for a selection that is invalid or
 * empty.
 */
export function checksToRun<C extends Check>(
  all: readonly C[],
  { profile, clients, shard }: Pick<Settings, 'profile' | 'clients' | 'shard'>,
  { only, skip }: { only: readonly string[]; skip: readonly string[] },
): readonly C[] {
  return checksOfShard(selectChecks(all, profile, only, skip, clients), shard);
}

/** The checks of a shard among the selected ones: all without a shard. Throws `OptionError` if there is none. */
export function checksOfShard<C extends Check>(
  selected: readonly C[],
  shard: Shard | undefined,
): readonly C[] {
  if (shard === undefined) return selected;
  const shardOf = shardOfCheck(shard.of);
  const own = selected.filter((check) => shardOf(check) === shard.index);
  if (own.length > 0) return own;
  const why = isLast(shard) ? 'no request' : 'no check';
  throw new OptionError(
    `--shard ${shardName(shard)}: the selection leaves ${why} for this shard: use fewer shards`,
  );
}
