import type { Finding } from '../../check.ts';
import type { Exchange } from '../../target/exchange.ts';

/** Foreign text, quoted and short. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** A finding about one exchange, or about several of which the first is decisive. */
export function breach(
  exchanges: Exchange | string | readonly [Exchange, ...Exchange[]],
  place: string,
  expected: string,
  actual: string,
  as?: Finding['as'],
): Finding {
  const list: readonly (Exchange | string)[] =
    typeof exchanges === 'string' || !Array.isArray(exchanges) ? [exchanges as Exchange | string] : exchanges;
  const ids = list.map((e) => (typeof e === 'string' ? e : e.id)) as [string, ...string[]];
  return { expected, actual, place, exchanges: ids, ...(as && { as }) };
}
