import type { Change } from '../../behaviour.ts';
import { knowingOrganizations } from '../../change/organizations.ts';
import type { FaultRow } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { EntryOrigin, UsageEntry } from '../../usage-record.ts';

/** Changes the recorded usage of a completion; records nothing if `edit` returns nothing. */
export const recorded =
  (
    edit: (entry: UsageEntry, origin: EntryOrigin, request: ServiceRequest) => UsageEntry | undefined,
  ): Change =>
  (before) => ({
    account: (entry, origin, request) =>
      before.account(entry, origin, request).flatMap((made) => edit({ ...made }, origin, request) ?? []),
  });

/** Completions that are recorded for their organization and also for the second one. */
export const forTwo = (which: (request: ServiceRequest) => boolean): Change =>
  knowingOrganizations((all) => (before) => ({
    account: (entry, origin, request) =>
      before
        .account(entry, origin, request)
        .flatMap((made) => (which(request) ? [made, { ...made, organization: all[2]! }] : [made])),
  }));

/** Completions that are not recorded at all. */
export const lost = (
  which: (origin: EntryOrigin, entry: UsageEntry, request: ServiceRequest) => boolean,
): Change => recorded((entry, origin, request) => (which(origin, entry, request) ? undefined : entry));

/** Streams without reported usage, as is common: they must not hide missing usage. */
export const SILENT = 'stream/usage-none';

/** Usage that shows after twenty seconds. */
export const LAGGING = 'usage/lags-20-seconds';
export const LAGGING_LESS = 'usage/lags-2-seconds';

/** Why small losses, or immediate double counts, are not visible if usage is delayed. */
export const BEFORE_THE_FIRST =
  'the completions of the handshake are counted after the totals were read first, and come to as much';

/** Why sporadic losses are inconclusive if usage is delayed. */
export const TOO_FEW =
  'each completion takes so long to be seen that too few can be sent one after the other to see two of a kind counted';

/** Faults that also have to be caught on a service with silent streams. */
export const alsoSilent = (rows: readonly FaultRow[]): FaultRow[] =>
  rows.map(([id, clause, title, change, rest]) => [
    id,
    clause,
    title,
    change,
    { ...rest, bases: { [SILENT]: 'shows', ...rest?.bases } },
  ]);
