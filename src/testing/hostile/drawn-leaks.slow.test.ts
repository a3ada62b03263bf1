import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Call, Hostile } from '../../../reference/src/hostile/hostile.ts';
import { ENCODINGS, NESTED } from '../../../reference/src/hostile/leak/encodings.ts';
import { type Answer, PLACES, SPLITS } from '../../../reference/src/hostile/leak/places.ts';
import { startBehaviour } from '../../../reference/src/hostile/server.ts';
import {
  answer,
  CLOSE,
  chunk,
  head,
  isExport,
  isStats,
  isStream,
  isSummary,
} from '../../../reference/src/hostile/wire.ts';
import { asReport } from '../../report/validate.ts';
import { startCommand } from '../command.ts';
import { SEED } from '../property-tests.ts';
import { searchLeft } from './left-behind.ts';

/*
 * The command against services that give the key back with nearly every answer, each time in a place and an encoding that are drawn:
 * no file of the folder and neither stream holds twelve characters of it, in whatever can be decoded.
 */

const RUNS = 3;

const encoding = fc.constantFrom(...Object.entries({ ...ENCODINGS, ...NESTED }));
/** An answer, and what may follow its body. */
type Given = Answer & { trailer?: [string, string] };
const whole = fc.tuple(fc.constantFrom(...Object.keys(PLACES)), encoding).map(([place, [name, encode]]) => ({
  way: `${name} in ${place}`,
  give: (key: string): Given => PLACES[place]!(encode(key)),
}));
const apart = fc.constantFrom(...Object.keys(SPLITS)).map((place) => ({
  way: `pieces in ${place}`,
  give: (key: string): Given => SPLITS[place]!(key),
}));
const beside = fc
  .tuple(fc.constantFrom('x-trace', 'x-a', 'etag', 'set-cookie'), encoding)
  .map(([name, [told, encode]]) => ({
    way: `${told} in trailers ${name}`,
    give: (key: string): Given => ({
      body: '{"total_tokens": 1}',
      trailer: [name, encode(key).replaceAll('\n', '')],
    }),
  }));
const drawn = fc.oneof(
  { weight: 4, arbitrary: whole },
  { weight: 3, arbitrary: apart },
  { weight: 1, arbitrary: beside },
);

/** Every answer of the usage endpoints and every stream has the key; completions have it in a header of their own. */
function leaking(seed: number, told: string[]): Hostile['act'] {
  const ways = fc.sample(drawn, { seed, numRuns: 400 });
  let turn = 0;
  return ({ key }) =>
    (call: Call) => {
      const { way, give } = ways[turn++ % ways.length]!;
      if (![isStats, isSummary, isExport, isStream].some((is) => is(call))) {
        return call.pass((begun) => begun.replace('\r\n', `\r\nx-echo: ${key.slice(0, 30)}\r\n`));
      }
      told.push(way);
      const { statusText = 'OK', headers = [], body = '{}', trailer } = give(key);
      const type = [
        'content-type',
        isStream(call) ? 'text/event-stream' : isExport(call) ? 'text/csv' : 'application/json',
      ];
      const lines = [
        [...type] as [string, string],
        ...headers.map(([n, v]): [string, string] => [n, v.replace(/[\r\n]/g, ' ')]),
      ];
      const reason = statusText.replace(/[\r\n]/g, ' ');
      if (!trailer) return answer(call.socket, `200 ${reason}`, lines, body);
      call.socket.write(head('103 Early Hints', [['link', `</${trailer[1]}>; rel=preload`]]));
      call.socket.write(head(`200 ${reason}`, [...lines, ['transfer-encoding', 'chunked'], CLOSE]));
      call.socket.write(chunk(body));
      call.socket.end(`0\r\n${trailer[0]}: ${trailer[1]}\r\n\r\n`);
    };
}

const measured: string[] = [];
afterAll(() => void process.stdout.write(`${measured.join('\n')}\n`));

describe('a service that gives the key back in every answer', () => {
  test.each(Array.from({ length: RUNS }, (_, i) => SEED + i))('seed %i', async (seed) => {
    const told: string[] = [];
    const service = await startBehaviour({ act: leaking(seed, told) });
    const folder = mkdtempSync(join(tmpdir(), 'chatspec-drawn-'));
    const out = join(folder, 'report');
    const args = ['--base-url', service.baseUrl, '--model', service.model, '--out', out, '--seed', '1'];
    args.push('--timeout', '10', '--settle', '0.5', '--settle-deadline', '3');
    for (const only of ['usage', 'stream', 'auth/key-never-returned']) args.push('--only', only);
    try {
      const env = { CHATSPEC_API_KEY: service.key };
      const { stdout, stderr, seconds, megabytes } = await startCommand(args, { cwd: folder, env }).ended;
      const { traces } = await searchLeft({
        folder: existsSync(out) ? out : undefined,
        streams: { stdout, stderr },
        keys: [service.key],
        people: [],
      });
      const report = asReport(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));
      measured.push(
        `${told.length} answers, ${new Set(told).size} ways, ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB`,
      );
      expect({ seed, traces }).toEqual({ seed, traces: [] });
      expect(told.length).toBeGreaterThan(20);
      expect(report.checks.find(({ id }) => id === 'auth/key-never-returned')?.verdict).toBe('warn');
    } finally {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
