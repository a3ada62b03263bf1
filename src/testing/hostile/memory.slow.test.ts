import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Hostile } from '../../reference/hostile/hostile.ts';
import { startBehaviour } from '../../reference/hostile/server.ts';
import {
  answer,
  CSV_TYPE,
  event,
  isCompletion,
  isExport,
  JSON_TYPE,
  SSE_TYPE,
} from '../../reference/hostile/wire.ts';
import { startCommand } from '../command.ts';

/*
 * Whole runs against services that answer every request with as much as a run takes: what it holds is bounded for all of them
 * together.
 */

const MEGABYTES = 600;
const LONGEST_MS = 400_000;

const repeated = (text: string, bytes: number) => Buffer.from(text.repeat(bytes / text.length));
const everything =
  (
    make: (key: string, model: string) => readonly [body: Buffer, ...headers: (readonly [string, string])[]],
  ): Hostile['act'] =>
  ({ key, model }) => {
    const [body, ...headers] = make(key, model);
    return (call) => {
      const type = isExport(call) ? CSV_TYPE : isCompletion(call) ? SSE_TYPE : JSON_TYPE;
      answer(call.socket, '200 OK', [type, ...headers], body);
    };
  };

const MEMBERS = Array<Buffer>(1_000).fill(gzipSync(repeated('a', 65_536)));

const SERVICES: [string, Hostile['act']][] = [
  ['gzip of a thousand members', everything(() => [Buffer.concat(MEMBERS), ['content-encoding', 'gzip']])],
  [
    'addresses on one line',
    everything(() => [gzipSync(repeated('a@b.example,', 60_000_000)), ['content-encoding', 'gzip']]),
  ],
  ['the key over and over', everything((key) => [repeated(key, 1_000_000)])],
  [
    'the key in events of a letter',
    everything((key, model) => [
      repeated([...key].map((letter) => event(model, letter)).join(''), 1_000_000),
    ]),
  ],
];

describe('a run stays small against a service that answers everything with', () => {
  test.each(SERVICES)(
    '%s',
    async (_, act) => {
      const service = await startBehaviour({ act });
      const cwd = mkdtempSync(join(tmpdir(), 'chatspec-memory-'));
      const args = ['--base-url', service.baseUrl, '--model', service.model, '--no-config', '--seed', '1'];
      args.push('--timeout', '20', '--settle', '0.5', '--settle-deadline', '3', '--max-received', '1000');
      try {
        const env = { CHATSPEC_API_KEY: service.key };
        const ended = await startCommand(args, { cwd, env, longestMs: LONGEST_MS }).ended;
        const { exit, megabytes, busySeconds } = ended;
        process.stdout.write(`${megabytes.toFixed(0)} MB, busy ${busySeconds.toFixed(0)} s\n`);
        expect(exit).toBe(1);
        expect(megabytes).toBeLessThan(MEGABYTES);
      } finally {
        await service.close();
        rmSync(cwd, { recursive: true, force: true });
      }
    },
    LONGEST_MS + 20_000,
  );
});
