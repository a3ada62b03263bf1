import type { Duplex } from 'node:stream';
import type { Call } from './hostile.ts';

/** A received request, and its bytes with `Connection: close` in place of the caller's header. */
export type ReadCall = Pick<Call, 'method' | 'path' | 'query' | 'headers' | 'body'> & { raw: Buffer };

const MAX_BYTES = 16 * 1024 * 1024;

/** Reads one request whose body, if any, has a Content-Length. Undefined when the connection ends before. */
export async function readCall(socket: Duplex): Promise<ReadCall | undefined> {
  let bytes = Buffer.alloc(0);
  return new Promise((resolve) => {
    const done = (call: ReadCall | undefined) => {
      socket.off('data', take);
      socket.resume();
      resolve(call);
    };
    const take = (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0 || bytes.length > MAX_BYTES) return bytes.length > MAX_BYTES ? done(undefined) : undefined;
      const [line = '', ...rest] = bytes.subarray(0, end).toString('latin1').split('\r\n');
      const headers = new Map(rest.map((l) => [nameOf(l), l.slice(l.indexOf(':') + 1).trim()] as const));
      const length = Number(headers.get('content-length') ?? 0);
      if (bytes.length < end + 4 + length) return;
      const body = bytes.subarray(end + 4, end + 4 + length);
      const kept = rest.filter((l) => nameOf(l) !== 'connection');
      const head = `${[line, ...kept, 'connection: close'].join('\r\n')}\r\n\r\n`;
      const [method = '', target = '/'] = line.split(' ');
      const url = new URL(target, 'http://service.test');
      const raw = Buffer.concat([Buffer.from(head, 'latin1'), body]);
      done({ method, path: url.pathname, query: url.searchParams, headers, body, raw });
    };
    socket.on('data', take);
    socket.once('end', () => done(undefined));
    socket.once('close', () => done(undefined));
  });
}

const nameOf = (line: string) => line.slice(0, line.indexOf(':')).trim().toLowerCase();
