import { readSecret, readText } from '../files/named-file.ts';
import { readKnown } from '../known/known-file.ts';
import { AREAS } from '../vocabulary/areas.ts';
import { didYouMean } from '../vocabulary/nearest.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { KnownFinding } from '../vocabulary/record.ts';
import {
  DEFAULTS,
  type Keys,
  OTHER_CLIENTS,
  type OtherClient,
  type Settings,
  type Shard,
} from '../vocabulary/settings.ts';
import type { Given } from './parse.ts';
import { scopeSkips } from './scopes.ts';
import { readSealing, type Sealing } from './sealing.ts';
import { readNames } from './usage-names.ts';
import { apiPath, baseUrl, choice, dayRange, headersOf, number, refuseExcess, text } from './values.ts';

/** The options of a run. `settings.baseUrl` is '' for the embedded reference service, which has its own keys. */
export interface RunOptions {
  embedded: boolean;
  settings: Settings;
  keys: Keys | undefined;
  only: readonly string[];
  skip: readonly string[];
  require: readonly string[];
  failOnWarn: boolean;
  /** Findings that were accepted before; see `--known`. */
  known: readonly KnownFinding[];
  strictKnown: boolean;
  list: boolean;
  out: string | undefined;
  saveTarget: string | undefined;
  sealing: Sealing | undefined;
  /** The amount of progress output, and whether every exchange is printed. */
  telling: { amount: 'quiet' | 'usual' | 'verbose'; trace: boolean };
  /** The shell command that judges the same service again, without a selection and a seed; see `repeatLine`. */
  repeat?: string;
  /** The source of the base URL: an option, an environment variable, or a configuration file. */
  baseUrlSource?: string;
}

/** Creates a run's options from the inputs. Rejects with `OptionError`, which never contains a secret. */
export function runOptions(given: Given, env: NodeJS.ProcessEnv): RunOptions {
  refuseExcess(given);
  const address = text(given, 'base-url');
  const embedded = address === undefined;
  const list = given.has('list');
  const settings = readSettings(given, address === undefined ? '' : baseUrl(address), embedded);
  const keys = readKeys(given, env);
  if (!embedded && !keys && !list) {
    throw new OptionError(
      'no API key: set CHATSPEC_API_KEY, or use --api-key-file; any text does where the server needs none',
    );
  }
  // An unset variable of a pipeline must not lead to a verdict on another service.
  if (embedded && env.CHATSPEC_BASE_URL === '' && !list)
    throw new OptionError(
      'CHATSPEC_BASE_URL is empty: set it to the address of the service, or unset it for the embedded one',
    );
  const require = given.get('require') ?? [];
  const unknown = require.find((area) => !AREAS.some((a) => a === area));
  if (unknown !== undefined) {
    throw new OptionError(
      `--require ${unknown}: there is no such area${didYouMean(unknown, AREAS, `; areas are ${AREAS.join(', ')}`)}`,
    );
  }
  return {
    embedded,
    settings,
    keys,
    only: selectors(given, 'only'),
    skip: [...scopeSkips(text(given, 'scope')), ...selectors(given, 'skip')],
    require,
    failOnWarn: choice(given, 'fail-on', ['warn', 'fail']) === 'warn',
    known: optional(text(given, 'known'), readKnown) ?? [],
    strictKnown: given.has('strict-known'),
    list,
    out: text(given, 'out'),
    saveTarget: text(given, 'save-target'),
    sealing: readSealing(given),
    telling: readTelling(given),
  };
}

function readTelling(given: Given): RunOptions['telling'] {
  if (given.has('quiet') && given.has('verbose')) {
    throw new OptionError('--quiet and --verbose exclude each other');
  }
  const amount = given.has('quiet') ? 'quiet' : given.has('verbose') ? 'verbose' : 'usual';
  return { amount, trace: given.has('trace') };
}

/** Selectors as given: one per option, or several with commas. */
function selectors(given: Given, name: 'only' | 'skip'): string[] {
  const words = (given.get(name) ?? []).flatMap((value) => value.split(','));
  return words.map((word) => word.trim()).filter((word) => word !== '');
}

/** The embedded service counts at once: no wait is needed. */
const EMBEDDED_SETTLE_MS = 200;

function readSettings(given: Given, address: string, embedded: boolean): Settings {
  const seconds = (name: string, max: number) =>
    optional(number(given, name, { min: 0.05, max }), (s) => Math.round(s * 1000));
  const wait = seconds('timeout', 3600);
  const settleMs = seconds('settle', 86_400);
  const shard = readShard(given, embedded);
  const prices = optional(text(given, 'prices'), readPrices);
  const budget = {
    ...present('requests', eachOf(number(given, 'max-requests', { min: 1, max: 1e9, integer: true }), shard)),
    ...present('billed', number(given, 'max-billed', { min: 1, max: 1e9, integer: true })),
    ...present(
      'received',
      optional(number(given, 'max-received', { min: 1, max: 1e9 }), (mb) => mb * 1e6),
    ),
    ...present('durationMs', seconds('max-duration', 1e6)),
    ...present('tokens', number(given, 'max-tokens', { min: 0, max: 1e9, integer: true })),
    ...present(
      'usd',
      optional(number(given, 'max-usd', { min: 0, max: 1e6 }), (usd) => usd / (shard?.of ?? 1)),
    ),
  };
  if (budget.usd !== undefined && !prices) {
    throw new OptionError('--max-usd needs --prices IN,OUT in USD per 1M tokens');
  }
  const limit = settleMs ?? (embedded ? EMBEDDED_SETTLE_MS : DEFAULTS.settleMs);
  return {
    ...DEFAULTS,
    baseUrl: address,
    ...present('apiPath', optional(text(given, 'api-path'), apiPath)),
    ...models(given),
    ...present('reasoningModel', text(given, 'reasoning-model')),
    exclusive: embedded || given.has('exclusive'),
    profile: choice(given, 'profile', ['smoke', 'standard', 'exhaustive']) ?? 'standard',
    seed:
      number(given, 'seed', { min: 0, max: 4294967295, integer: true }) ??
      Math.floor(Math.random() * 2 ** 32),
    timeouts:
      wait === undefined
        ? DEFAULTS.timeouts
        : { connectMs: Math.min(wait, 10_000), headersMs: wait, silenceMs: wait, totalMs: wait * 3 },
    settleMs: limit,
    settleDeadlineMs: seconds('settle-deadline', 86_400) ?? Math.max(DEFAULTS.settleDeadlineMs, limit * 4),
    concurrency: number(given, 'concurrency', { min: 1, max: 256, integer: true }) ?? DEFAULTS.concurrency,
    requestsPerSecond: number(given, 'rps', { min: 0.01, max: 1e6 }) ?? DEFAULTS.requestsPerSecond,
    budget,
    ...present('prices', prices),
    ...headersOf(given.get('header'), given.get('secret-header')),
    ...present(
      'ca',
      optional(text(given, 'ca'), (file) => readText('ca', file)),
    ),
    ...present('usageNames', optional(text(given, 'target'), readNames)),
    ...present('usageRange', optional(text(given, 'usage-range'), dayRange)),
    keepIdentities: given.has('keep-identities'),
    ...present('clients', readClients(given)),
    ...present('shard', shard),
  };
}

/** The model of the run, and the additional ones. */
function models(given: Given): Pick<Settings, 'model' | 'otherModels'> {
  const [model, ...others] = new Set(given.get('model'));
  if (model === undefined) return {};
  return others.length === 0 ? { model } : { model, otherModels: others };
}

/** Names of clients, one per option or several with commas, each once and in the order of their runs. */
function readClients(given: Given): readonly OtherClient[] | undefined {
  const names = (given.get('clients') ?? []).flatMap((text) => text.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !OTHER_CLIENTS.some((client) => client === name));
  if (unknown !== undefined) {
    const near = didYouMean(unknown, OTHER_CLIENTS, `; there are ${OTHER_CLIENTS.join(', ')}`);
    throw new OptionError(`--clients ${unknown}: there is no such client${near}`);
  }
  return names.length === 0 ? undefined : OTHER_CLIENTS.filter((client) => names.includes(client));
}

/** A limit of the run that its shards share: each has its part of it. */
function eachOf(limit: number | undefined, shard: Shard | undefined): number | undefined {
  return limit === undefined || shard === undefined ? limit : Math.max(1, Math.floor(limit / shard.of));
}

/** The requested part of a run. Rejects parts that cannot be merged, or would repeat the measurements of others. */
function readShard(given: Given, embedded: boolean): Shard | undefined {
  const raw = text(given, 'shard');
  if (raw === undefined) return undefined;
  const [, index = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(raw) ?? []).map(Number);
  if (index < 1 || index > of) throw new OptionError('--shard must be I/N with N above 1, for example 1/3');
  if (given.has('exclusive'))
    throw new OptionError(
      '--exclusive and --shard exclude each other: the other shards use the organization during the run',
    );
  if (embedded)
    throw new OptionError('--shard needs --base-url: other processes cannot use the embedded service');
  if (!given.has('seed')) throw new OptionError('--shard needs --seed, the same for all shards of a run');
  return { index, of };
}

function readKeys(given: Given, env: NodeJS.ProcessEnv): Keys | undefined {
  const key = (option: string, variable: string) => {
    const file = text(given, option);
    const raw = file === undefined ? env[variable] : readSecret(option, file);
    if (raw === undefined || raw === '') return undefined;
    const value = raw.trim();
    if (!/^[\x21-\x7e]+$/.test(value)) {
      throw new OptionError(
        `the key from ${file === undefined ? variable : `--${option}`} contains a space or a character that headers do not allow`,
      );
    }
    return value;
  };
  const main = key('api-key-file', 'CHATSPEC_API_KEY');
  if (main === undefined) return undefined;
  return {
    main,
    ...present('emptyWallet', key('nobalance-key-file', 'CHATSPEC_NOBALANCE_KEY')),
    ...present('otherOrganization', key('other-org-key-file', 'CHATSPEC_OTHER_ORG_KEY')),
  };
}

function readPrices(raw: string) {
  const [input, output, ...rest] = raw.split(',').map((s) => (s.trim() === '' ? Number.NaN : Number(s)));
  if (rest.length > 0 || ![input, output].every((price) => price! >= 0 && price! <= 1e6)) {
    throw new OptionError(
      '--prices must be two numbers up to 1000000, USD per 1M input and output tokens, for example 0.5,1.5',
    );
  }
  return { input: input!, output: output! };
}

function optional<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value);
}

function present<K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]: V });
}
