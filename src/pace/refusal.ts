import { BROKEN_OFF } from '../vocabulary/billed.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { saysLimit, saysTooFast } from '../vocabulary/limit-words.ts';
import { withoutQuery } from './names.ts';

/** Maximum wait for the end of a limit, and the interval of probes. Milliseconds. */
const PATIENCE_MS = 90_000;
/** The same for a status that services do not use for limits: long enough for one of a few seconds. */
const SHORT_PATIENCE_MS = 10_000;
const OF_LIMITS = new Set([401, 403, 406, 409, 412, 420, 423, 430, 439, 444, 450, 498, 499]);
/** After so many rejections while controls succeed, the rejection is a property of the probe. */
const OWN = 2;
/** The same after an earlier limit: the probe may meet it again right after its control. */
export const OWN_UNDER_A_LIMIT = 5;
/** Rejections that are usually intended, and belong to a limit only if they say so. */
export const SPOKEN = new Set([400, 402, 404, 422]);
/** The path of completions. */
export const COMPLETIONS = '/api/v1/chat/completions';

/** A free request that is rejected the same way for everyone; a limit rejects it differently. */
export function freeControl({ path, credential }: Pick<RequestSpec, 'path' | 'credential'>): RequestSpec {
  const rest = { label: 'a control beside a refusal', ...(credential && { credential }) };
  if (!path.startsWith(COMPLETIONS)) return { method: 'GET', path: withoutQuery(path), ...rest };
  return { method: 'POST', path, headers: [['content-type', 'application/json']], body: BROKEN_OFF, ...rest };
}

/** Whether a rejection concerns one request or all of them. */
export interface Refusal {
  status: number | undefined;
  /** It names a limit: only other responses that do so are alike. */
  spoken: boolean;
  /** Which rejections share one wait. */
  kind: string;
  /** Maximum wait for its end in milliseconds. */
  patience: number;
  /** Required rejections while controls succeed, before it is a property of the probe. */
  own: number;
  /** Whether another response is the same rejection. */
  isAlike(other: Exchange): boolean;
}

/** Properties of a rejection itself. */
export function refusalOf(exchange: Exchange, spec: RequestSpec): Refusal {
  const status = exchange.response?.status;
  const spoken = saysLimit(exchange);
  const credential = spec.credential ?? 'main';
  // A wallet may stay empty, unless requests came too fast, and another key may stay rejected.
  const mayPass = status !== 402 || saysTooFast(exchange);
  const long = credential === 'main' && mayPass && (spoken || OF_LIMITS.has(status ?? 0));
  return {
    status,
    spoken,
    kind: `${status} ${spoken} ${credential} ${withoutQuery(spec.path)}`,
    patience: long ? PATIENCE_MS : SHORT_PATIENCE_MS,
    own: saysTooFast(exchange) ? OWN_UNDER_A_LIMIT : OWN,
    isAlike: (other) => other.response?.status === status && (!spoken || saysLimit(other)),
  };
}
