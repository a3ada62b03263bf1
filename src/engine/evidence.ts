import type { Exchange } from '../vocabulary/exchange.ts';
import { isTransient } from '../vocabulary/transient.ts';

/** Evidence holds its exchanges near its surface; what lies deeper are bodies and sums. */
const DEPTH = 4;
/** Of a longer list the rest is left out: pages of a walk are fewer. */
const WIDTH = 5_000;

/** The exchanges that a piece of evidence holds, each once: what a judge was shown of them. */
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

/** Whether an exchange can show that something held: not when it may have come by chance, or is a server error. */
export function isAnswer(exchange: Exchange): boolean {
  return !isTransient(exchange) && (exchange.response?.status ?? 0) < 500;
}
