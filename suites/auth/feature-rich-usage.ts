import type { FeatureRichRequests } from '../../src/auth/feature-rich-requests.ts';
import { usageNames } from '../../src/usage/discovery/discover.ts';
import { PATHS, type Query, type UsageEndpoint, usagePath, usageRequest } from '../../src/usage/endpoints.ts';
import { closedDays, showsRecords, someRange } from '../../src/usage/history/closed-range.ts';
import { answeringPath } from '../../src/usage/history/plain-requests.ts';
import { readRecord } from '../../src/usage/walk/record.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import type { RequestSpec } from '../../src/vocabulary/exchange.ts';
import { Inconclusive, NotApplicable } from '../../src/vocabulary/undecidable.ts';

/** What spreadsheets ask for: a door of its own may stand before what comes as a file. No page is asked for: who wants one may be led to a login. */
const AS_FILE = 'text/csv, application/json;q=0.8';

/**
 * Requests for usage as people make them who look at a part of it: with dates, and with all that the stats know beside them.
 * None where no name of a parameter was found.
 */
export async function featureRichUsage(
  context: CheckContext,
  endpoint: UsageEndpoint,
): Promise<FeatureRichRequests> {
  let plain: RequestSpec | undefined;
  try {
    plain = await plainRequestWithDates(context, endpoint);
    const { found, range, kind } = await somethingToAsk(context);
    const all: Query = { ...range, ...kind, limit: 2, offset: 1 };
    const given = Object.entries(endpoint === 'stats' ? all : range).filter(
      ([parameter]) => found.names[parameter as keyof Query] !== undefined,
    );
    const asked = (query: Query) =>
      usageRequest(usagePath(PATHS[endpoint], found.names, query), `${endpoint} with parameters`);
    const keyless = given.length > 0 ? asked(Object.fromEntries(given)) : undefined;
    return {
      plain,
      keyless: keyless && accepting(AS_FILE, keyless),
      unknown: Object.keys(range).length > 0 ? accepting('application/json', asked(range)) : keyless,
    };
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof NotApplicable) return { plain };
    throw error;
  }
}

/** Days to ask for, and a model and a source that have usage in them: these where the stats show records. */
async function somethingToAsk(context: CheckContext) {
  if (!showsRecords(await usageNames(context)))
    return { ...(await closedDays(context, context)), kind: undefined };
  const { found, range, first } = await someRange(context, context);
  const record = readRecord(first.records[0]!);
  return { found, range, kind: record && { model: record.model, source: record.source } };
}

/** The plainest request, where an endpoint answers only with dates. */
export async function plainRequestWithDates(
  context: CheckContext,
  endpoint: UsageEndpoint,
): Promise<RequestSpec | undefined> {
  const path = await answeringPath(context, context, endpoint);
  return path === PATHS[endpoint] ? undefined : usageRequest(path, `${endpoint} with the right key`);
}

function accepting(types: string, spec: RequestSpec): RequestSpec {
  return { ...spec, headers: [['accept', types]] };
}
