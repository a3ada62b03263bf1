import type { Change } from '../../reference/src/behaviour.ts';
import { deviationsOf, serviceWith } from '../../reference/src/deviations/service-options.ts';
import {
  type ReferenceService,
  type ServiceOptions,
  startService,
} from '../../reference/src/service/service.ts';
import { CHECKS } from '../../suites/index.ts';
import { readOptions } from '../options/parse.ts';
import { runOptions } from '../options/run-options.ts';
import { conduct } from '../run/conduct.ts';
import { interruptedBy } from '../run/interrupts.ts';
import { checksToRun } from '../run/shards.ts';
import type { Settings } from '../vocabulary/settings.ts';

export interface ReferenceRun {
  /** Receives the record; must be new. */
  folder: string;
  /** Ids of faults and variants, all at once. */
  deviations?: readonly string[];
  /** Further changes of the service. */
  changes?: readonly Change[];
  /** Command line options of the run. */
  args?: readonly string[];
  service?: ServiceOptions;
  /** Puts something in front of the service; resolves with the settings that the run then needs, and the main key. */
  front?: (service: ReferenceService) => Promise<{ settings: Partial<Settings>; key?: string }>;
  /** Interrupts the run. */
  signal?: AbortSignal;
}

/** Runs checks against the reference service in this process and leaves the record in a folder; resolves with its keys. */
export async function recordReferenceRun(given: ReferenceRun): Promise<string[]> {
  const deviations = deviationsOf(given.deviations ?? [], '');
  const service = await startService({ ...serviceWith(deviations, given.changes), ...given.service });
  try {
    const args = given.args ?? [];
    const seeded = args.includes('--seed') ? args : ['--seed', '1', ...args];
    const options = runOptions(readOptions(seeded, {}), {});
    const front = await given.front?.(service);
    const settings = {
      ...options.settings,
      ...Object.assign({}, ...deviations.map((d) => d.settings)),
      baseUrl: service.baseUrl,
      model: service.models.plain,
      reasoningModel: service.models.reasoning,
      ...front?.settings,
    };
    await conduct({
      options: { ...options, settings },
      keys: { ...service.keys, ...(front?.key && { main: front.key }) },
      loadChecks: async () => ({
        all: CHECKS,
        selected: checksToRun(CHECKS, settings, options),
      }),
      folder: given.folder,
      interrupts: interruptedBy(given.signal ?? new AbortController().signal),
      onResult: () => {},
    });
  } finally {
    await service.close();
  }
  return Object.values(service.keys).filter((key) => typeof key === 'string');
}
