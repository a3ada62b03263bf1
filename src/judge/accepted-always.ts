import { allowsCompletion } from '../contract/allowed-completion.ts';
import type { Finding } from '../vocabulary/check.ts';
import { type Exchange, isClientError, isSuccess } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
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

/**
 * 4.1: a valid request that is accepted once is always accepted. Two rejected ones with the same status are no
 * coincidence.
 */
export function acceptedAlways(all: readonly Exchange[]): Finding[] {
  const valid = all.filter(isValid);
  const lastAccepted = Math.max(...valid.filter(isSuccess).map(({ startedAt }) => startedAt));
  // A key may expire during the run: only one that was accepted again was valid at the time of a 401.
  const isSteady = (one: Exchange) => statusOf(one) !== 401 || endOf(one) <= lastAccepted;
  const groups = [...Map.groupBy(valid.filter(isSteady), sameRequest).values()];
  const unsteady = groups.filter((same) => same.some(isSuccess) && same.some(isRefused));
  const accepted = unsteady.map((same) => same.find(isSuccess)!);
  const refused = unsteady.flatMap((same) => same.filter(isRefused));
  return [...Map.groupBy(refused, statusOf)].map(([status, [first, ...others]]): Finding => {
    const ids = [...others, ...accepted].map(({ id }) => id);
    const many = others.length > 0;
    return {
      clause: '4.1',
      expected: 'a valid request that is accepted once is accepted whenever it is sent',
      actual: `status ${status} for ${many ? `${others.length + 1} requests` : 'a request'} that ${many ? 'were' : 'was'} accepted at another time${inCommon([first!, ...others], all)}`,
      place: 'status',
      exchanges: [first!.id, ...ids],
      breach: 'valid-refused',
      ...(!many && { as: 'warn' }),
    };
  });
}

/** The earlier requests on their connections, and the concurrent ones. */
function inCommon(refused: readonly Exchange[], all: readonly Exchange[]): string {
  const byId = new Map(all.map((exchange) => [exchange.id, exchange]));
  const isAfterRefusal = ({ onConnection }: Exchange) => {
    const before = byId.get(onConnection?.after ?? '');
    return before !== undefined && isRefused(before);
  };
  const each = refused.length > 1 ? 'each ' : '';
  if (refused.every(isAfterRefusal)) return `, ${each}after a refusal on its connection`;
  const hasCompany = (one: Exchange) =>
    all.some((other) => other !== one && other.startedAt < endOf(one) && one.startedAt < endOf(other));
  return refused.every(hasCompany) && !all.filter(isSuccess).every(hasCompany)
    ? `, ${each}while other completions were under way`
    : '';
}
