import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hostile } from '../../../reference/src/hostile/hostile.ts';
import { startHostile } from '../../../reference/src/hostile/server.ts';
import { type Ended, startCommand } from '../command.ts';
import { searchLeft } from './left-behind.ts';

/** What came of running the command against a hostile service. */
export interface Trial extends Ended {
  /** report.json as it was written; undefined when there is none. */
  report: string | undefined;
  /** junit.xml likewise. */
  junit: string | undefined;
  /** Where the key was left behind: files, standard output and error. */
  traces: readonly string[];
  /** Where people were left whom the service names: files, standard output and error. */
  people: readonly string[];
  /** Requests to the server that no caller should use. */
  strayed: readonly string[];
}

/** Nothing may take longer, in milliseconds: most rows allow far less. */
const LONGEST_MS = 240_000;

/** The names of the usage parameters of the working service behind, as `--save-target` writes them. */
const NAMES = { usage: { start: 'start_date', end: 'end_date', limit: 'limit', offset: 'offset' } };

/**
 * Runs the command, with low limits, against a hostile service, on the checks that it touches. Its `--timeout`, which the
 * clock on the wall ends, is so many times as `slow` as the row says.
 */
export async function tryOut({ id, expects }: Hostile, slow = 1): Promise<Trial> {
  const service = await startHostile(id);
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-hostile-'));
  const out = join(folder, 'report');
  const args = ['--base-url', service.baseUrl, '--model', service.model, '--out', out, '--seed', '1'];
  args.push('--timeout', String((expects.timeout ?? 2) * slow), '--settle', '0.5', '--settle-deadline', '3');
  if (expects.profile) args.push('--profile', expects.profile);
  for (const check of expects.only) args.push('--only', check);
  const given = (option: string, name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    args.push(option, join(folder, name));
  };
  if (service.ca !== undefined) given('--ca', 'ca.pem', service.ca);
  if (expects.named) given('--target', 'names.json', JSON.stringify(NAMES));
  try {
    const env: NodeJS.ProcessEnv = { CHATSPEC_API_KEY: service.key };
    if (expects.wallet) env.CHATSPEC_NOBALANCE_KEY = service.emptyKey;
    const limits = expects.before === undefined ? {} : { before: expects.before };
    const ended = await startCommand(args, { cwd: folder, env, ...limits, longestMs: LONGEST_MS }).ended;
    const streams = { stdout: ended.stdout, stderr: ended.stderr };
    const written = (name: string) =>
      existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : undefined;
    return {
      ...ended,
      report: written('report.json'),
      junit: written('junit.xml'),
      ...(await searchLeft({
        folder: existsSync(out) ? out : undefined,
        streams,
        keys: [service.key, service.emptyKey],
        people: expects.people ?? [],
      })),
      strayed: service.strayed,
    };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
