import type { Finding, Judge } from '../vocabulary/check.ts';
import { counted } from '../vocabulary/counted.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { finding, quote } from './finding.ts';

/**
 * The body ends as its framing says; one that is truncated three times in the same way, next to a complete control,
 * does not.
 */
export const bodyEnds: Judge<{ exchanges: readonly [Exchange, ...Exchange[]]; broken: boolean }> = ({
  exchanges,
  broken,
}) => {
  if (!broken) return [];
  const [last, ...others] = exchanges;
  const size = last.response?.body.size ?? 0;
  const cut = others.filter(({ failure }) => failure);
  const sameSize = cut.every(({ response }) => response?.body.size === size);
  if (last.failure?.kind === 'head') return [unreadable(exchanges)];
  const actual = `${last.failure?.message ?? 'a body that does not end'}, ${counted(cut.length + 1, 'time')} ${sameSize ? `after ${size} bytes` : 'at the same place of the stream'}; the body of a control was complete`;
  return [finding(exchanges, 'a complete body', actual, `byte ${size}`)];
};

/** The part that clients parse before they know where a body ends, and names that no header may have. */
const AT_FAULT = /^(?:content-length|transfer-encoding)$|[^!#$%&'*+\-.^_`|~\w]/i;

/** 4.1: no client can read a response whose head HTTP parsers have to reject. */
function unreadable(exchanges: readonly [Exchange, ...Exchange[]]): Finding {
  const [{ response, failure }] = exchanges;
  const lines = (response?.headers ?? []).filter(([name]) => AT_FAULT.test(name));
  const shown = lines.map(([name, value]) => quote(`${name}: ${value}`, 80)).join(', ');
  const actual = `${failure?.message}${shown && ` (${shown})`}, each time, while the answer to a control was readable`;
  return finding(exchanges, 'a head that HTTP clients can read', actual, 'head', { clause: '4.1' });
}
