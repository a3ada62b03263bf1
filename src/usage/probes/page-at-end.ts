import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { STATS, usagePath, usageRequest } from '../endpoints.ts';
import { walkedHistory } from '../history/closed-history.ts';
import type { AtEnd } from '../judge/page.ts';
import { askPage, recordsOf } from '../walk/page.ts';

/** Records before the end that are requested if there were unexpected ones after it. */
const BEFORE = 5;

/**
 * The response after the last record of closed days: a walk through full pages ends there. If there are records,
 * also the last ones. Undefined if no walk ended.
 */
export async function pageAtEnd(context: CheckContext, ask: Requester): Promise<AtEnd | undefined> {
  const walked = await orUndefined(walkedHistory(context, ask));
  if (!walked?.found.names.offset) return undefined;
  const { found, range, paging, history } = walked;
  const offset = history.count;
  const limited = { ...range, ...(paging.size !== undefined && { limit: BEFORE }) };
  const path = usagePath(STATS, found.names, { ...limited, offset });
  const exchange = await ask.send(usageRequest(path, `records after all ${offset}`));
  const came = recordsOf(exchange) ?? [];
  // If records were not counted, or were duplicated, the list has another length than found.
  const miscounted = history.undated ?? history.unreadable ?? history.twiceShown;
  if (came.length === 0 || paging.size === undefined || miscounted) return { exchange, offset };
  const from = Math.max(0, offset - BEFORE);
  const last = await askPage(ask, found.names, { ...limited, offset: from }, `records from ${from} on`);
  return { exchange, offset, came, last: { ...last, from } };
}
