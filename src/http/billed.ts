import type { Exchange } from '../vocabulary/exchange.ts';

/** Paths that complete: the one of the spec (4.1) and its published variant, whatever stands before them. */
const COMPLETES = /\/v1\/chat\/completions\/?(?:\?|$)/;

/** Whether a success of this request is billed: any POST to a path that completes, however wrong its body is. */
function mayBeBilled(method: string, path: string): boolean {
  return method === 'POST' && COMPLETES.test(path);
}

/** Completions that an answered request is billed for: none unless it was taken (2xx), else one for each choice. */
export function completionsBilled({ request, response }: Exchange): number {
  const status = response?.status ?? 0;
  if (status < 200 || status > 299 || !mayBeBilled(request.method, request.url)) return 0;
  return choicesAsked(request.body);
}

/** Choices that a body asks for: its `n` where that is a whole number above 0, else one. */
function choicesAsked(body: Uint8Array | string | undefined): number {
  const n = parsed(body)?.n;
  return Number.isSafeInteger(n) && (n as number) > 0 ? (n as number) : 1;
}

function parsed(body: Uint8Array | string | undefined): Record<string, unknown> | undefined {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
