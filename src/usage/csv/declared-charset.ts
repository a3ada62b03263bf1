import { type Exchange, header } from '../../vocabulary/exchange.ts';

/** Encodings that the reader finds out by itself. */
const FOUND_OUT = /^(utf-?8|utf-?16(le|be)?|us-ascii)$/i;

/** The encoding that an export says it is in, where that is none that its bytes tell; undefined where nobody knows it. */
export function declaredCharset(exchange: Exchange): string | undefined {
  const name = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header(exchange, 'content-type') ?? '')?.[1];
  if (name === undefined || FOUND_OUT.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
