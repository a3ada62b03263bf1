import { expect, test } from 'vitest';
import { judge, OptionError } from './index.ts';

/*
 * Services that do not answer: each test waits for its own limit of time.
 */

test.concurrent.each<[string, () => unknown]>([
  ['throws what has no text', () => Promise.reject(Object.create(null))],
  ['returns no response', () => ({ status: '200' })],
])(
  'a service that %s is one that does not answer',
  async (_, fetch) => {
    const asked = judge({ apiKey: 'k', model: 'm', timeout: 1, only: ['path/*'], fetch: fetch as never });
    await expect(asked).rejects.toThrow(OptionError);
  },
  30_000,
);

test.concurrent('a body without end and without bytes is not waited for', async () => {
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array()),
    }) as ReadableStream<Uint8Array>;
  const fetch = () => new Response(endless());
  const { report } = await judge({ apiKey: 'k', model: 'm', timeout: 1, only: ['path/completion'], fetch });
  expect(report.verdict).toBe('inconclusive');
}, 30_000);

test.concurrent('a limit of time that passes before the first response is whole leads to a report', async () => {
  const drip = () => new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(1)) }));
  const { report, exitCode } = await judge({
    apiKey: 'k',
    model: 'm',
    maxDuration: 1,
    only: ['path/completion'],
    fetch: drip,
  });
  expect([exitCode, report.verdict]).toEqual([3, 'inconclusive']);
  const limited = { apiKey: 'k', maxDuration: 1, fetch: drip };
  await expect(judge(limited)).rejects.toThrow('the usage records were not received: set --model');
}, 30_000);
