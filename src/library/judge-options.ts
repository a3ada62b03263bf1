import { type RunOptions, runOptions } from '../options/run-options.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { JudgeOptions } from './judge.ts';
import { IN_PROCESS } from './way.ts';

/** Members that are options of the command, with their names there. */
const OPTIONS = {
  model: 'model',
  reasoningModel: 'reasoning-model',
  apiPath: 'api-path',
  profile: 'profile',
  seed: 'seed',
  only: 'only',
  skip: 'skip',
  clients: 'clients',
  secretHeaders: 'secret-header',
  exclusive: 'exclusive',
  settle: 'settle',
  timeout: 'timeout',
  concurrency: 'concurrency',
  maxRequests: 'max-requests',
  maxBilled: 'max-billed',
  out: 'out',
} as const satisfies Partial<Record<keyof JudgeOptions, string>>;

/** The options of a run, validated by the same rules as the command's. Throws `OptionError`. */
export function optionsOf(options: JudgeOptions): RunOptions {
  const { baseUrl, fetch, listener, apiKey, emptyWalletKey, otherOrganizationKey, headers = {} } = options;
  if ([baseUrl, fetch, listener].filter((way) => way !== undefined).length !== 1) {
    throw new OptionError('give one service to judge: baseUrl, fetch or listener');
  }
  const given = new Map<string, string[]>([['base-url', [baseUrl ?? IN_PROCESS]]]);
  for (const [member, option] of Object.entries(OPTIONS)) {
    const value = options[member as keyof typeof OPTIONS];
    if (value === undefined || value === false) continue;
    given.set(option, Array.isArray(value) ? value.map(String) : [String(value)]);
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (lines.length > 0) given.set('header', lines);
  return runOptions(given, {
    CHATSPEC_API_KEY: apiKey,
    CHATSPEC_NOBALANCE_KEY: emptyWalletKey,
    CHATSPEC_OTHER_ORG_KEY: otherOrganizationKey,
  });
}
