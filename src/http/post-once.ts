import { EnvHttpProxyAgent, request } from 'undici';

/** What is sent, and what may come back at most. */
export interface PostOnce {
  body: Uint8Array;
  contentType: string;
  timeoutMs: number;
  mostBytes: number;
}

/**
 * Posts to a service that is not the target, once, through the proxy of the environment where it names one. Follows no
 * redirect, and rejects with an `Error` in words for any status but 200, for a larger body, and when time is up.
 */
export async function postOnce(
  url: string,
  { body, contentType, timeoutMs, mostBytes }: PostOnce,
): Promise<Uint8Array> {
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const signal = AbortSignal.timeout(timeoutMs);
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
