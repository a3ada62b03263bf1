import { parseBase } from '../http/compose.ts';
import { restored } from '../record/lines.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';

/** Redaction replaces each byte of a secret by this. */
const MARK = 0x2a;

/** Whether a recorded request is the one that a check sends now; redacted parts match anything. */
export function sameRequest(stored: ExchangeLine, spec: RequestSpec, baseUrl: string): boolean {
  if (stored.request.method !== spec.method || stored.credential !== (spec.credential ?? 'main'))
    return false;
  const { origin, prefix } = parseBase(baseUrl);
  const parts = (origin + prefix + spec.path).split('{key}').map((part) => part.replace(/[^\w]/g, '\\$&'));
  if (!new RegExp(`^${parts.join('[^&#/?]*')}$`).test(stored.request.url)) return false;
  const asked = typeof spec.body === 'string' ? Buffer.from(spec.body) : (spec.body ?? Buffer.alloc(0));
  const sent = restored(stored.request.body);
  return sent.length === asked.length && sent.every((byte, i) => byte === asked[i] || byte === MARK);
}
