import { memberOf, PLAIN_OPTIONS } from '../config/members.ts';
import { type RunOptions, runOptions } from '../options/run-options.ts';
import { didYouMean } from '../vocabulary/nearest.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { JudgeOptions } from './judge.ts';
import { IN_PROCESS } from './perform-service.ts';

/** Options of the terminal, and those that members of another form replace. */
const NONE_OF_A_CALL = new Set(['base-url', 'secret-header', 'save-target', 'quiet', 'verbose', 'trace']);

/** The options of the command by the names of their members. */
const OPTIONS = new Map<string, string>([
  ...PLAIN_OPTIONS.filter(({ name }) => !NONE_OF_A_CALL.has(name)).map(
    ({ name }) => [memberOf(name), name] as const,
  ),
  ['secretHeaders', 'secret-header'],
]);

/** The options of a run, validated by the same rules as the command's. Throws `OptionError`. */
export function optionsOf(options: JudgeOptions): RunOptions {
  if (typeof options !== 'object' || options === null)
    throw new OptionError('judge needs an object with its options');
  const {
    baseUrl,
    fetch,
    listener,
    apiKey,
    emptyWalletKey,
    otherOrganizationKey,
    headers = {},
    ...rest
  } = options;
  const { signal: _, onProgress: __, ...others } = rest;
  if ([baseUrl, fetch, listener].filter((way) => way !== undefined).length !== 1) {
    throw new OptionError('give one service to judge: baseUrl, fetch or listener');
  }
  const given = new Map<string, string[]>([['base-url', [baseUrl ?? IN_PROCESS]]]);
  for (const [member, value] of Object.entries(others)) {
    const option = OPTIONS.get(member);
    if (option === undefined)
      throw new OptionError(
        `unknown option ${JSON.stringify(member)}${didYouMean(member, [...OPTIONS.keys()])}`,
      );
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
