import type { Exchange } from '../vocabulary/exchange.ts';
import { isTransient } from '../vocabulary/transient.ts';

/** Exchanges are near the surface of evidence; deeper values are bodies and sums. */
const DEPTH = 4;
/** Longer lists are cut: the pages of a walk are fewer. */
const WIDTH = 5_000;

/** The exchanges in a piece of evidence, each once: those that a judge was shown. */
export function exchangesIn(evidence: unknown): Exchange[] {
  const found = new Map<string, Exchange>();
  collect(evidence, 0, found);
  return [...found.values()];
}

function collect(value: unknown, depth: number, found: Map<string, Exchange>): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH || ArrayBuffer.isView(value)) return;
  if (isExchange(value)) {
    found.set(value.id, value);
    return;
  }
  if (depth === DEPTH) return;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const count = Array.isArray(value) ? Math.min(value.length, WIDTH) : parts.length;
  for (let i = 0; i < count; i++) if (typeof parts[i] === 'object') collect(parts[i], depth + 1, found);
}

function isExchange(value: object): value is Exchange {
  return 'id' in value && 'owner' in value && 'request' in value && 'timing' in value;
}

/** Whether an exchange can show that a rule holds: not if it may be transient, or is a server error. */
export function isAnswer(exchange: Exchange): boolean {
  return !isTransient(exchange) && (exchange.response?.status ?? 0) < 500;
}
