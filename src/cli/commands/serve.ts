import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyDeviation } from '../../../reference/src/deviation.ts';
import { deviationsOf, serviceWith } from '../../../reference/src/deviations/service-options.ts';
import type { RateLimit } from '../../../reference/src/rate-limit.ts';
import {
  type ReferenceService,
  type ServiceOptions,
  startService,
} from '../../../reference/src/service/service.ts';
import { commandLine } from '../../options/invocation.ts';
import { number } from '../../options/values.ts';
import { oneLine } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { didYouMean } from '../../vocabulary/nearest.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';

const OPTIONS = {
  port: { type: 'string' },
  records: { type: 'string' },
  database: { type: 'string' },
  seed: { type: 'string' },
  'rate-limit': { type: 'string' },
  latency: { type: 'string' },
  overload: { type: 'string' },
  errors: { type: 'string' },
  fault: { type: 'string', multiple: true },
  variant: { type: 'string', multiple: true },
  // Former names of variants.
  freedom: { type: 'string', multiple: true },
  hostile: { type: 'string' },
} as const;

/**
 * The command `serve`: starts the reference service, prints its address, keys and models as shell assignments, and
 * resolves with 0 when it is interrupted. Throws `OptionError` for invalid arguments.
 */
export async function serve(args: string[], io: Io): Promise<number> {
  const values = read(args);
  if (values.hostile !== undefined) return await serveHostile(values.hostile, io);
  const { fault = [], variant = [], freedom = [] } = values;
  const deviations = deviationsOf(
    [...fault, ...variant, ...freedom],
    `: ${commandLine('faults')} lists them`,
  );
  const options = optionsOf(values, deviations);
  options.onError = (error) => io.stderr.write(`chatspec serve: the service failed: ${describe(error)}\n`);
  const service = await startService(options).catch((error: unknown) => {
    throw new OptionError(`the service could not start: ${describe(error)}`);
  });
  io.stdout.write(announcement(service, deviations));
  await interruption();
  await service.close();
  return 0;
}

/** Serves a hostile service. Certificates that the caller has to trust are written to a file. */
async function serveHostile(id: string, io: Io): Promise<number> {
  const { startHostile } = await import('../../../reference/src/hostile/server.ts');
  const { HOSTILE } = await import('../../../reference/src/hostile/index.ts');
  if (!HOSTILE.some((hostile) => hostile.id === id)) {
    const ids = HOSTILE.map((hostile): string => hostile.id);
    const near = didYouMean(id, ids, `: ${commandLine('faults', '--hostile')} lists them`);
    throw new OptionError(`there is no hostile service '${id}'${near}`);
  }
  const hostile = await startHostile(id).catch((error: unknown) => {
    throw new OptionError(`the service could not start: ${describe(error)}`);
  });
  const folder = hostile.ca === undefined ? undefined : mkdtempSync(join(tmpdir(), 'chatspec-hostile-'));
  const lines = [
    `export CHATSPEC_BASE_URL=${hostile.baseUrl}`,
    `export CHATSPEC_API_KEY=${hostile.key}`,
    `export CHATSPEC_MODEL=${hostile.model}`,
  ];
  if (folder !== undefined && hostile.ca !== undefined) {
    writeFileSync(join(folder, 'ca.pem'), hostile.ca);
    lines.push(`export CHATSPEC_CA=${join(folder, 'ca.pem')}`);
  }
  io.stdout.write(`${lines.join('\n')}\n`);
  await interruption();
  await hostile.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  return 0;
}

function describe(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}

const read = (args: string[]) => readArguments('serve', args, OPTIONS, [0, 0]).values;

function optionsOf(values: ReturnType<typeof read>, deviations: readonly AnyDeviation[]): ServiceOptions {
  const given = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
  const whole = (name: keyof typeof values, max: number) =>
    number(given, name, { min: 0, max, integer: true });
  const share = (name: keyof typeof values) => number(given, name, { min: 0, max: 1 }) ?? 0;
  const known = {
    port: whole('port', 65_535),
    records: whole('records', 10_000_000),
    seed: whole('seed', Number.MAX_SAFE_INTEGER),
    latencyMs: whole('latency', 3_600_000),
    database: values.database,
    rateLimit: values['rate-limit'] && rateLimit(values['rate-limit']),
  };
  const named = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  const trouble = { overload: share('overload'), serverError: share('errors') };
  return { ...serviceWith(deviations), ...named, trouble };
}

function rateLimit(text: string): RateLimit {
  const match = /^(\d{1,9})(?:\/(\d{1,6}))?$/.exec(text);
  if (!match || match[2] === '0')
    throw new OptionError('--rate-limit must be N or N/SECONDS, such as 60 or 10/1');
  return { requests: Number(match[1]), perMs: Number(match[2] ?? 60) * 1000 };
}

function announcement(
  { baseUrl, keys, models }: ReferenceService,
  deviations: readonly AnyDeviation[],
): string {
  const lines = [
    '# The reference service runs until Ctrl-C. Paste these lines into another terminal to judge it.',
    ...deviations.map(({ kind, id, title }) => `# ${kind} ${id}: ${title}`),
    `export CHATSPEC_BASE_URL=${baseUrl}`,
    `export CHATSPEC_API_KEY=${keys.main}`,
    `export CHATSPEC_NOBALANCE_KEY=${keys.emptyWallet}`,
    `export CHATSPEC_OTHER_ORG_KEY=${keys.otherOrganization}`,
    `export CHATSPEC_MODEL=${models.plain}`,
    `export CHATSPEC_REASONING_MODEL=${models.reasoning}`,
  ];
  return `${lines.join('\n')}\n`;
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      resolve();
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
  });
}
