import type { FeatureRichRequests } from '../../src/auth/feature-rich-requests.ts';
import { PATHS, type Query, type UsageEndpoint, usagePath, usageRequest } from '../../src/usage/endpoints.ts';
import { closedDays, showsRecords, someRange } from '../../src/usage/history/closed-range.ts';
import { answeringPath } from '../../src/usage/history/plain-requests.ts';
import { readRecord } from '../../src/usage/walk/record.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import type { RequestSpec } from '../../src/vocabulary/exchange.ts';
import { Inconclusive, NotApplicable } from '../../src/vocabulary/undecidable.ts';

/**
 * The Accept header of spreadsheets: files may have separate access checks. No page is requested, since it may
 * redirect to a login.
 */
const AS_FILE = 'text/csv, application/json;q=0.8';

/**
 * Usage requests of real users: with dates, and with all parameters of the stats. None if no name of a parameter
 * was found.
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

/** The requested days, and a model and a source with usage: known if the stats show records. */
async function somethingToAsk(context: CheckContext) {
  if (!showsRecords(await context.usageNames()))
    return { ...(await closedDays(context, context)), kind: undefined };
  const { found, range, first } = await someRange(context, context);
  const record = readRecord(first.records[0]!);
  return { found, range, kind: record && { model: record.model, source: record.source } };
}

/** The minimal request, if an endpoint requires dates. */
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
