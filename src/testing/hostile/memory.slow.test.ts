import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { faithful } from '../../../reference/src/behaviour.ts';
import type { Hostile } from '../../../reference/src/hostile/hostile.ts';
import { startBehaviour } from '../../../reference/src/hostile/server.ts';
import {
  answer,
  CSV_TYPE,
  event,
  isCompletion,
  isExport,
  JSON_TYPE,
  SSE_TYPE,
} from '../../../reference/src/hostile/wire.ts';
import { type ReferenceService, startService } from '../../../reference/src/service/service.ts';
import { startCommand } from '../command.ts';

/*
 * Whole runs against services that answer every request with as much as a run takes, and the record judged again: what either
 * holds is bounded for all of them together.
 */

const MEGABYTES = 600;
const LONGEST_MS = 400_000;

const repeated = (text: string, bytes: number) => Buffer.from(text.repeat(bytes / text.length));
const everything =
  (
    make: (key: string, model: string) => readonly [body: Buffer, ...headers: (readonly [string, string])[]],
    stream = SSE_TYPE as readonly [string, string],
  ): Hostile['act'] =>
  ({ key, model }) => {
    const [body, ...headers] = make(key, model);
    return (call) => {
      const type = isExport(call) ? CSV_TYPE : isCompletion(call) ? stream : JSON_TYPE;
      answer(call.socket, '200 OK', [type, ...headers], body);
    };
  };

const json = (text: string) => everything(() => [Buffer.from(text)], JSON_TYPE);

/** A frame without the size of its content: whoever unpacks it makes room for the whole window. */
const windowed = (windowLog: number) =>
  zstdCompressSync(repeated('a,b,c\n', 60_000), { params: { [constants.ZSTD_c_windowLog]: windowLog } });

/** Each way to escape characters, around the others and itself. */
const ESCAPES = '\\u005cu0041%2525%32%35&amp;amp;#38;#65;\\u0041%41&#65;&#x26;amp;';

const farCall = (model: string, index: number) =>
  `data: ${JSON.stringify({ model, choices: [{ index, delta: { tool_calls: [{ index: 999 }] } }] })}\n\n`;

const MEMBERS = Array<Buffer>(1_000).fill(gzipSync(repeated('a', 65_536)));

const SERVICES: [string, Hostile['act']][] = [
  ['gzip of a thousand members', everything(() => [Buffer.concat(MEMBERS), ['content-encoding', 'gzip']])],
  [
    'addresses on one line',
    everything(() => [gzipSync(repeated('a@b.example,', 60_000_000)), ['content-encoding', 'gzip']]),
  ],
  ['the key over and over', everything((key) => [repeated(key, 1_000_000)])],
  ['a megabyte of numbers of one digit', json(`[${'1,'.repeat(500_000)}1]`)],
  ['a megabyte of members', json(`{${Array.from({ length: 90_000 }, (_, i) => `"m${i}":1`).join()}}`)],
  ['a megabyte of empty objects', json(`[${'{},'.repeat(190_000)}{}]`)],
  ['half a megabyte of escapes within escapes', json(`{"x":"${ESCAPES.repeat(8_000)}"}`)],
  ['zstd of the largest window', everything(() => [windowed(23), ['content-encoding', 'zstd']])],
  [
    'calls of far indices in choices of their own',
    everything((_, model) => [
      Buffer.from(Array.from({ length: 20_000 }, (_, i) => farCall(model, i)).join('')),
    ]),
  ],
  [
    'the key in events of a letter',
    everything((key, model) => [
      repeated([...key].map((letter) => event(model, letter)).join(''), 1_000_000),
    ]),
  ],
];

type Started = Pick<ReferenceService, 'baseUrl' | 'close'> & { key: string; model: string };

/** Runs against the service, judges the record again, and compares the memory of both. */
async function expectSmall(
  title: string,
  service: Started,
  exits: readonly number[],
  options: readonly string[],
) {
  const cwd = mkdtempSync(join(tmpdir(), 'chatspec-memory-'));
  const args = ['--base-url', service.baseUrl, '--model', service.model, '--no-config', '--seed', '1'];
  try {
    const env = { CHATSPEC_API_KEY: service.key };
    const command = [...args, '--out', 'report', ...options];
    const run = await startCommand(command, { cwd, env, longestMs: LONGEST_MS }).ended;
    const judge = await startCommand(['judge', 'report'], { cwd, longestMs: LONGEST_MS }).ended;
    const figures = [run, judge].map((e) => `${e.megabytes.toFixed(0)} MB, ${e.busySeconds.toFixed(0)} s`);
    process.stdout.write(`${title}: run ${figures[0]}, judge ${figures[1]}\n`);
    expect(exits).toContain(run.exit);
    expect(judge.exit, judge.stdout.slice(0, 2_000)).toBe(0);
    expect(Math.max(run.megabytes, judge.megabytes)).toBeLessThan(MEGABYTES);
  } finally {
    await service.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}

const SHORT = ['--timeout', '20', '--settle', '0.5', '--settle-deadline', '3', '--max-received', '1000'];

describe('a run stays small against a service that answers everything with', () => {
  test.each(SERVICES)(
    '%s',
    async (title, act) => expectSmall(title, await startBehaviour({ act }), [1, 3], SHORT),
    2 * LONGEST_MS + 20_000,
  );
});

describe('an exhaustive run stays small against an honest service whose refusals have', () => {
  test.each([
    ['500 kB of small objects', `{"detail":[${'{"a":"é1"},'.repeat(42_000)}{}]}`],
    ['60 kB', JSON.stringify({ detail: 'long '.repeat(12_000) })],
  ])(
    '%s',
    async (title, text) => {
      const errorBody = () => ({ contentType: 'application/json', text });
      const { keys, models, ...service } = await startService({ behaviour: { ...faithful(), errorBody } });
      const started = { ...service, key: keys.main, model: models.plain };
      await expectSmall(title, started, [0], ['--profile', 'exhaustive']);
    },
    2 * LONGEST_MS + 20_000,
  );
});
