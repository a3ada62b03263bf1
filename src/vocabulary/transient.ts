import type { Exchange, Failure } from './exchange.ts';

const TRANSIENT_STATUSES = new Set([408, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529]);

/** Whether a timeout within a body was one of silence: a body that was still coming, however slowly, had no end yet. */
export function timedOutInSilence({ kind, message }: Failure): boolean {
  return kind === 'timeout-body' && message.startsWith('no data for');
}

/** Breaks within a head or a body that, three times alike, are evidence and no longer chance. One that still came is none. */
function isBreak(failure: Failure): boolean {
  return ['cut', 'protocol', 'head'].includes(failure.kind) || timedOutInSilence(failure);
}

/** Whether answers of this status usually pass. */
export const isTransientStatus = (status: number): boolean => TRANSIENT_STATUSES.has(status);

/** Whether this answer may have come by chance: a passing status, or no whole answer at all. */
export function isTransient(exchange: Exchange): boolean {
  if (exchange.failure) return exchange.failure.kind !== 'aborted';
  return exchange.response !== undefined && isTransientStatus(exchange.response.status);
}

/**
 * Whether the last three answers, but for those that only ask to slow down, began alike and their bodies broke off, or never
 * ended, in the same way at the same place. Beside a control whose body is whole, that is a breach of framing and no passing fault.
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

/** Where a body broke off: a place that every stream has, whatever it says, or a byte. */
function placeOf({ response }: Exchange): string | number | undefined {
  const text = Buffer.from(response?.body.bytes ?? []).toString('latin1');
  if (/^data: ?\[DONE\]/m.test(text)) return 'after [DONE]';
  if (/^data:.*"finish_reason": ?"/m.test(text)) return 'after the finish reason';
  return response?.body.size;
}

/** Broken in the same way by a content coding: how far it could be undone depends on what was coded. */
function inCoding(a: Exchange, b: Exchange): boolean {
  const [left, right] = [a.failure?.message ?? '', b.failure?.message ?? ''];
  return left === right && / coding of the body /.test(left);
}
