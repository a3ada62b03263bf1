import type { RequestSpec } from '../vocabulary/exchange.ts';

/** The path alone. */
export function withoutQuery(path: string): string {
  return path.split('?', 1)[0]!;
}

/** The endpoint of a request. */
export function endpointOf({ method, path }: Pick<RequestSpec, 'method' | 'path'>): string {
  return `${method} ${withoutQuery(path)}`;
}
