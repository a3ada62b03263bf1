import { EnvHttpProxyAgent, request } from 'undici';

/** The request, and the size limit of the response. */
export interface PostOnce {
  body: Uint8Array;
  contentType: string;
  timeoutMs: number;
  /** Ends the wait. */
  signal: AbortSignal;
  mostBytes: number;
}

/**
 * Posts once to a service other than the target, through the proxy of the environment if there is one. Follows no
 * redirect, and rejects with an `Error` for any status but 200, for a larger body, and after the time limit or at the `signal`.
 */
export async function postOnce(
  url: string,
  { body, contentType, timeoutMs, signal: stop, mostBytes }: PostOnce,
): Promise<Uint8Array> {
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    const headers = { 'content-type': contentType };
    const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher });
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } finally {
    await dispatcher.destroy();
  }
}
