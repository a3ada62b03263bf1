import { canonicalJson } from '../report/hash.ts';
import { catalogueOf } from '../run/run-line.ts';
import { checksToRun } from '../run/shards.ts';
import { SPEC } from '../run/suite.ts';
import type { Check } from '../vocabulary/check.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { CatalogueEntry, RunLine } from '../vocabulary/record.ts';
import type { Shard } from '../vocabulary/settings.ts';

/** The first line of a record as this suite writes it for the options of the run. */
export interface ExpectedRun {
  run: RunLine;
  /** How the recorded line differs, one sentence each. */
  differences: string[];
}

/**
 * The checks, their descriptions and the selection of a run according to the suite that ran: a record is not believed
 * in any of them. `checks` are those of the same suite.
 */
export function expectedRun(run: RunLine, checks: readonly Check[]): ExpectedRun {
  const catalogue = catalogueOf(checks);
  const differences = catalogueDifferences(run.catalogue ?? [], catalogue);
  if (canonicalJson(run.spec) !== canonicalJson(SPEC)) differences.push('the record names another contract');
  const described: RunLine = { ...run, spec: SPEC, catalogue };
  try {
    const selected = selectedIds(run, checks, run.settings.shard);
    differences.push(...selectionDifferences(run.selection.selected, selected));
    const shards = run.shards?.map((shard) => ({ ...shard, selected: selectedIds(run, checks, shard) }));
    if (shards && canonicalJson(shards) !== canonicalJson(run.shards))
      differences.push('the record divides the checks in another way among its shards');
    const selection = { ...run.selection, selected };
    return { run: { ...described, selection, ...(shards && { shards }) }, differences };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    return { run: described, differences: [...differences, `no run has these options: ${error.message}`] };
  }
}

function selectedIds(run: RunLine, checks: readonly Check[], shard: Shard | undefined): string[] {
  const { shard: _, ...settings } = run.settings;
  return checksToRun(checks, { ...settings, ...(shard && { shard }) }, run.selection).map(({ id }) => id);
}

function catalogueDifferences(recorded: readonly CatalogueEntry[], own: readonly CatalogueEntry[]): string[] {
  const entries = new Map<string, CatalogueEntry>(recorded.map((entry) => [entry.id, entry]));
  const ids = new Set<string>(own.map(({ id }) => id));
  const differs = (entry: CatalogueEntry) =>
    entries.has(entry.id) && canonicalJson(entries.get(entry.id)!) !== canonicalJson(entry);
  return differences(recorded, own, 'lists the checks of this suite', [
    ['lacks checks of this suite', own.map(({ id }) => id).filter((id) => !entries.has(id))],
    ['has checks that this suite lacks', [...entries.keys()].filter((id) => !ids.has(id))],
    ['describes checks differently from this suite', own.filter(differs).map(({ id }) => id)],
  ]);
}

function selectionDifferences(recorded: readonly string[], own: readonly string[]): string[] {
  return differences(recorded, own, 'selects the checks of its options', [
    ['omits checks that its options select', own.filter((id) => !recorded.includes(id))],
    ['selects checks that its options omit', recorded.filter((id) => !own.includes(id))],
  ]);
}

/** A sentence for each kind of difference; without one, the recorded list may have another order. */
function differences(
  recorded: unknown,
  own: unknown,
  same: string,
  lists: readonly (readonly [what: string, ids: readonly string[]])[],
): string[] {
  const found = lists.filter(([, ids]) => ids.length > 0);
  if (found.length > 0) return found.map(([what, ids]) => `the record ${what}: ${ids.join(', ')}`);
  return canonicalJson(recorded) === canonicalJson(own) ? [] : [`the record ${same} in another order`];
}
