import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { WireRequest } from './compose.ts';

/** A request as undici wants it. */
export function dispatched({
  origin,
  path,
  method,
  headers,
  body,
  chunked,
}: WireRequest): Dispatcher.DispatchOptions {
  return {
    origin,
    path,
    method,
    // An object and not a list, because the connection through a proxy copies it as an object.
    headers: Object.fromEntries(headers),
    body: chunked ? Readable.from(halves(body)) : body.length > 0 ? body : null,
  };
}

/** In two pieces, so that several chunks are sent. */
function halves(body: Buffer): Buffer[] {
  const middle = body.length >> 1;
  return [body.subarray(0, middle), body.subarray(middle)].filter((piece) => piece.length > 0);
}
