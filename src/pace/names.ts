import type { RequestSpec } from '../vocabulary/exchange.ts';

/** The path alone. */
export function withoutQuery(path: string): string {
  return path.split('?', 1)[0]!;
}

/** What a request is sent to. */
export function endpointOf({ method, path }: Pick<RequestSpec, 'method' | 'path'>): string {
  return `${method} ${withoutQuery(path)}`;
}
