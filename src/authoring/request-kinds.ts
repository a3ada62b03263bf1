import type { Exchange } from '../vocabulary/exchange.ts';

type Body = Record<string, unknown>;

/** Features that distinguish requests, in the order in which they are named. */
const KINDS: readonly (readonly [string, (body: Body, exchange: Exchange) => boolean])[] = [
  ['refused', (_, { response }) => (response?.status ?? 0) >= 400],
  ['streamed', ({ stream }) => stream === true],
  ['with tools', ({ tools }) => tools !== undefined],
  ['several choices', ({ n }) => typeof n === 'number' && n > 1],
  ['with a format', ({ response_format: format }) => format !== undefined],
  ['log probabilities', ({ logprobs }) => logprobs === true],
  ['reasoning', ({ reasoning_effort: effort }) => effort !== undefined],
];

/** The kinds of request among some exchanges, each once: completions by their features, others by their path. */
export function kindsOf(exchanges: readonly Exchange[]): string[] {
  const found = new Set(exchanges.flatMap(kindsOfOne));
  return [...found].sort();
}

function kindsOfOne(exchange: Exchange): string[] {
  const { pathname } = new URL(exchange.request.url);
  if (!pathname.endsWith('/chat/completions')) return [/[^/]+$/.exec(pathname)?.[0] ?? pathname];
  const body = bodyOf(exchange);
  if (!body) return ['not JSON'];
  const kinds = KINDS.filter(([, is]) => is(body, exchange)).map(([name]) => name);
  return kinds.length > 0 ? kinds : ['plain'];
}

function bodyOf({ request }: Exchange): Body | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(request.body));
    return body !== null && typeof body === 'object' ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}
