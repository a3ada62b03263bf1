import { allowsCompletion } from '../contract/allowed-completion.ts';
import type { Finding } from '../vocabulary/check.ts';
import { type Exchange, isClientError, isSuccess } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { finding } from './finding.ts';
import { isObject } from './json.ts';

/** Statuses that depend on the caller or the moment: a wallet, a lock-out, a limit. */
const OF_THE_MOMENT: readonly number[] = [402, 403, 408, 411, 429];

const statusOf = ({ response }: Exchange): number => response?.status ?? 0;
const endOf = ({ startedAt, timing }: Exchange): number => startedAt + timing.endMs;
const isRefused = (exchange: Exchange): boolean =>
  isClientError(exchange) && !OF_THE_MOMENT.includes(statusOf(exchange));

/** Requests with identical content, whatever happens to their connection. */
const sameRequest = ({ request: { url, headers, body } }: Exchange): string =>
  JSON.stringify([
    url,
    headers.filter(([name]) => name.toLowerCase() !== 'connection'),
    Buffer.from(body).toString('latin1'),
  ]);

/** A request that the contract allows, with the unchanged key. */
function isValid({ owner, request }: Exchange): boolean {
  if (/^(auth|billing|open)\//.test(owner)) return false;
  try {
    const body = parseJson(Buffer.from(request.body).toString('utf8'));
    return isObject(body) && allowsCompletion(request, body);
  } catch {
    return false;
  }
}

/** The first rejection of each valid request that was never accepted. */
export function refusedOnly(all: readonly Exchange[]): Exchange[] {
  return [...Map.groupBy(all.filter(isValid), sameRequest).values()].flatMap((same) => {
    const refused = same.find(isRefused);
    return refused && !same.some(isSuccess) ? [refused] : [];
  });
}

/** So many server errors are more than a passing one; fewer are counted among the statuses of the run. */
const SEVERAL = 3;

/**
 * 4.1: a valid request that is accepted once is always accepted. Two rejected ones with the same status are no
 * coincidence. Status 500 that does not come again may be an overload, and is a warning.
 */
export function acceptedAlways(all: readonly Exchange[]): Finding[] {
  const valid = all.filter(isValid);
  const lastAccepted = Math.max(...valid.filter(isSuccess).map(({ startedAt }) => startedAt));
  // A key may expire during the run: only one that was accepted again was valid at the time of a 401.
  const isSteady = (one: Exchange) => statusOf(one) !== 401 || endOf(one) <= lastAccepted;
  const groups = [...Map.groupBy(valid.filter(isSteady), sameRequest).values()];
  const isWrong = (one: Exchange) => isRefused(one) || statusOf(one) === 500;
  const unsteady = groups.filter((same) => same.some(isSuccess) && same.some(isWrong));
  const accepted = unsteady.map((same) => same.find(isSuccess)!);
  const everAccepted = unsteady.flatMap((same) => same.filter(isSuccess));
  const refused = unsteady.flatMap((same) => same.filter(isWrong));
  const byStatus = [...Map.groupBy(refused, statusOf)];
  const told = byStatus.filter(([status, { length }]) => status !== 500 || length >= SEVERAL);
  return told.map(([status, [first, ...others]]): Finding => {
    const many = others.length > 0;
    const shown = [first!, ...others, ...accepted];
    const expected = 'a valid request that is accepted once is accepted whenever it is sent';
    const actual = `status ${status} for ${many ? `${others.length + 1} requests` : 'a request'} that ${many ? 'were' : 'was'} accepted at another time${inCommon([first!, ...others], everAccepted, all)}`;
    return finding(shown, expected, actual, 'status', {
      clause: '4.1',
      breach: status === 500 ? 'server-error' : 'valid-refused',
      ...((!many || status === 500) && { as: 'warn' }),
    });
  });
}

/** What several rejected ones had in common when they were sent, and none of the accepted ones. */
function inCommon(
  refused: readonly Exchange[],
  accepted: readonly Exchange[],
  all: readonly Exchange[],
): string {
  if (refused.length < 2 || accepted.length < 2) return '';
  const byId = new Map(all.map((exchange) => [exchange.id, exchange]));
  const isAfterRefusal = ({ onConnection }: Exchange) => {
    const before = byId.get(onConnection?.after ?? '');
    return before !== undefined && isRefused(before);
  };
  const isCommon = (has: (one: Exchange) => boolean) => refused.every(has) && !accepted.some(has);
  if (isCommon(isAfterRefusal)) return ', each after a refusal on its connection';
  const hasCompany = (one: Exchange) =>
    all.some((other) => other !== one && other.startedAt < endOf(one) && one.startedAt < endOf(other));
  return isCommon(hasCompany) ? ', each while other completions were under way' : '';
}
