import { type Exchange, header } from '../../vocabulary/exchange.ts';

/** Encodings that the reader detects itself. */
const FOUND_OUT = /^(utf-?8|utf-?16(le|be)?|us-ascii)$/i;

/** The declared encoding of an export, if its bytes do not show it; undefined if it is unknown. */
export function declaredCharset(exchange: Exchange): string | undefined {
  const name = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header(exchange, 'content-type') ?? '')?.[1];
  if (name === undefined || FOUND_OUT.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
