import type { Exchange, Failure } from './exchange.ts';

const TRANSIENT_STATUSES = new Set([408, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529]);

/** Whether a timeout within a body was a stall: a body that was still arriving, however slowly, had no end yet. */
export function timedOutInSilence({ kind, message }: Failure): boolean {
  return kind === 'timeout-body' && message.startsWith('no data for');
}

/**
 * Truncations of a head or a body that are conclusive after three equal ones. A body that was still arriving does
 * not count.
 */
function isBreak(failure: Failure): boolean {
  return ['cut', 'protocol', 'head'].includes(failure.kind) || timedOutInSilence(failure);
}

/** Whether responses of this status are usually transient. */
export const isTransientStatus = (status: number): boolean => TRANSIENT_STATUSES.has(status);

/** Whether this response may be a coincidence: a transient status, or an incomplete response. */
export function isTransient(exchange: Exchange): boolean {
  if (exchange.failure) return exchange.failure.kind !== 'aborted' && exchange.failure.kind !== 'canceled';
  return exchange.response !== undefined && isTransientStatus(exchange.response.status);
}

/**
 * Whether the last three responses, without demands to slow down, began alike and their bodies were truncated, or
 * never ended, in the same way at the same place. With a control whose body is complete, this is a violation of
 * framing and not transient.
 */
export function brokenAlike(exchanges: readonly Exchange[]): boolean {
  const last = exchanges.filter(({ response }) => response?.status !== 429).slice(-3);
  const [first] = last;
  if (last.length < 3 || !first?.response || !first.failure || !isBreak(first.failure)) return false;
  return last.every(
    (e) =>
      e.failure !== undefined &&
      isBreak(e.failure) &&
      e.failure.kind === first.failure?.kind &&
      e.response?.status === first.response?.status &&
      (placeOf(e) === placeOf(first) || inCoding(e, first)),
  );
}

/** Where a body was truncated: a position that every stream has, whatever its content, or a byte. */
function placeOf({ response }: Exchange): string | number | undefined {
  const text = Buffer.from(response?.body.bytes ?? []).toString('latin1');
  if (/^data: ?\[DONE\]/m.test(text)) return 'after [DONE]';
  if (/^data:.*"finish_reason": ?"/m.test(text)) return 'after the finish reason';
  return response?.body.size;
}

/** Equally broken content codings: how far they could be decoded depends on the content. */
function inCoding(a: Exchange, b: Exchange): boolean {
  const [left, right] = [a.failure?.message ?? '', b.failure?.message ?? ''];
  return left === right && / coding of the body /.test(left);
}
