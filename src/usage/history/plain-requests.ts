import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive, ValidRequestRefused } from '../../vocabulary/undecidable.ts';
import { sendExport } from '../csv/export.ts';
import { lastDays, mayDemand } from '../discovery/demanded.ts';
import { PATHS, STATS, SUMMARY, type UsageEndpoint, usagePath, usageRequest } from '../endpoints.ts';
import { sendWhole } from '../required-answer.ts';

const plainKey = (endpoint: string) => answerKey<Exchange>(`usage/plain-${endpoint}`);
const datedKey = (endpoint: string) => answerKey<Exchange>(`usage/dated-${endpoint}`);

const stats = (label: string) => usageRequest(STATS, label);
const summary = (label: string) => usageRequest(SUMMARY, label);

const PLAIN: Readonly<Record<UsageEndpoint, (ask: Requester) => Promise<Exchange>>> = {
  stats: (ask) => sendWhole(ask, stats('records'), summary('the summary, beside records that break off')),
  summary: (ask) =>
    sendWhole(ask, summary('the summary'), stats('records, beside a summary that breaks off')),
  export: (ask) => sendExport(ask, {}, {}, 'the export'),
};

/** The response of an endpoint without parameters, requested once per round. */
export function withoutParameters(ask: Requester, endpoint: UsageEndpoint): Promise<Exchange> {
  return ask.shared(plainKey(endpoint), PLAIN[endpoint]);
}

/**
 * The path at which an endpoint answers the valid key: without parameters, all of which are optional (4.2 to 4.4),
 * or with dates if it requires them.
 */
export async function answeringPath(
  context: CheckContext,
  ask: Requester,
  endpoint: UsageEndpoint,
): Promise<string> {
  const path = (await datedAnswer(context, ask, endpoint)) && (await datedPath(context, endpoint));
  return path ?? PATHS[endpoint];
}

/**
 * The response of an endpoint with dates, requested once per round; undefined if it answers without them, or not at
 * all.
 */
export async function datedAnswer(
  context: CheckContext,
  ask: Requester,
  endpoint: UsageEndpoint,
): Promise<Exchange | undefined> {
  if (!mayDemand(await withoutParameters(ask, endpoint))) return undefined;
  const path = await datedPath(context, endpoint);
  if (path === undefined) return undefined;
  const dated = await ask.shared(datedKey(endpoint), (own) =>
    own.send(usageRequest(path, `the ${endpoint} of a range`)),
  );
  return dated.response?.status === 200 ? dated : undefined;
}

/** The path with both dates; undefined if their names were not found. */
async function datedPath(context: CheckContext, endpoint: UsageEndpoint): Promise<string | undefined> {
  const { names, base } = await context.usageNames();
  if (names.start === undefined || names.end === undefined) return undefined;
  return usagePath(PATHS[endpoint], names, names.demanded ?? lastDays(base));
}

/** The response without parameters, or that of a range if an endpoint requires one. */
export async function plainAnswer(
  context: CheckContext,
  ask: Requester,
  endpoint: UsageEndpoint,
): Promise<Exchange> {
  return (await datedAnswer(context, ask, endpoint)) ?? withoutParameters(ask, endpoint);
}

/** A rejected range is the cause only if the summary without one is answered. */
export function unlessRefusedAnyhow(
  context: CheckContext,
  ask: Requester,
): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof ValidRequestRefused)) throw error;
    const plain = await plainAnswer(context, ask, 'summary');
    if (plain.response?.status === 200) throw error;
    throw new Inconclusive('the summary is rejected without a range too', [plain], 'usage/summary-schema');
  };
}
