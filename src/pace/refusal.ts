import { BROKEN_OFF } from '../vocabulary/billed.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { saysLimit, saysTooFast } from '../vocabulary/limit-words.ts';
import { withoutQuery } from './names.ts';

/** How long a limit is waited for, and between two looks at it. Milliseconds. */
const PATIENCE_MS = 90_000;
/** The same for a status with which no service is known to speak of a limit: long enough for one of a few seconds. */
const SHORT_PATIENCE_MS = 10_000;
const OF_LIMITS = new Set([401, 403, 406, 409, 412, 420, 423, 430, 439, 444, 450, 498, 499]);
/** So often is a probe refused beside controls that are not, before the refusal is taken for its own. */
const OWN = 2;
/** The same where a limit was met before: the probe may meet it again right after its control passed. */
export const OWN_UNDER_A_LIMIT = 5;
/** Refusals that are meant in the most cases, and may be those of a limit where they say so. */
export const SPOKEN = new Set([400, 402, 404, 422]);
/** The path of completions. */
export const COMPLETIONS = '/api/v1/chat/completions';

/** What everyone is refused for in the same way, and nobody pays for; a limit refuses it otherwise. */
export function freeControl({ path, credential }: Pick<RequestSpec, 'path' | 'credential'>): RequestSpec {
  const rest = { label: 'a control beside a refusal', ...(credential && { credential }) };
  if (!path.startsWith(COMPLETIONS)) return { method: 'GET', path: withoutQuery(path), ...rest };
  return { method: 'POST', path, headers: [['content-type', 'application/json']], body: BROKEN_OFF, ...rest };
}

/** What is to be told apart: the refusal of one request, or of everything. */
export interface Refusal {
  status: number | undefined;
  /** It says that it is one of a limit: only what says so, too, is like it. */
  spoken: boolean;
  /** Which refusals are waited for together. */
  kind: string;
  /** How long its end is waited for, in milliseconds. */
  patience: number;
  /** So often is it met beside controls that are not refused, before it is taken for the probe's own. */
  own: number;
  /** Whether another answer is the same refusal. */
  isAlike(other: Exchange): boolean;
}

/** What is known of a refusal by itself. */
export function refusalOf(exchange: Exchange, spec: RequestSpec): Refusal {
  const status = exchange.response?.status;
  const spoken = saysLimit(exchange);
  const credential = spec.credential ?? 'main';
  // A wallet may be empty for good, unless requests came too fast, and another key may be refused for good.
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
