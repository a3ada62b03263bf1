import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { postOnce } from './post-once.ts';

test.each(['never answers', 'never ends its answer'])(
  'a signal ends the wait for a service that %s',
  async (how) => {
    const stop = new AbortController();
    const server = createServer((_, response) => {
      if (how === 'never ends its answer') response.writeHead(200).write('a');
      setTimeout(() => stop.abort(), 20);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const limits = { timeoutMs: 60_000, mostBytes: 100, signal: stop.signal };
    await expect(postOnce(url, { body: Buffer.from('a'), contentType: 'a/b', ...limits })).rejects.toThrow(
      'aborted',
    );
  },
);
