import { CHECKS } from '../../../suites/index.ts';
import { configuredTargets } from '../../config/targets.ts';
import { readOptions } from '../../options/parse.ts';
import { type RunOptions, runOptions } from '../../options/run-options.ts';
import { plan as makePlan, planText } from '../../run/request-plan.ts';
import { credentialsOf } from '../../run/run-line.ts';
import { checksToRun } from '../../run/shards.ts';
import type { Credential } from '../../vocabulary/exchange.ts';
import type { Io } from '../../vocabulary/io.ts';
import { PROFILES, type Profile } from '../../vocabulary/settings.ts';

/** The `plan` command. */
export async function plan(args: string[], io: Io): Promise<number> {
  const given = readOptions(args, io.env);
  const [{ given: completed, env }] = await configuredTargets(given, io);
  const options = runOptions(completed, { ...env, CHATSPEC_API_KEY: env.CHATSPEC_API_KEY || 'not-needed' });
  const keys: Credential[] = options.embedded
    ? ['main', 'empty-wallet', 'other-organization']
    : credentialsOf(options.keys!);
  const profiles: readonly Profile[] = completed.has('profile') ? [options.settings.profile] : PROFILES;
  for (const profile of profiles) {
    const settings = {
      ...options.settings,
      profile,
      ...(options.embedded && { reasoningModel: 'embedded' }),
    };
    const made = makePlan(checksToRun(CHECKS, settings, options), settings, keys);
    io.stdout.write(`${planText(made)}${price(options, made.total)}\n`);
  }
  return 0;
}

/** Prompts are counted in characters; a token has at most three characters in common tokenizers. */
function price({ settings }: RunOptions, total: { tokens: number; characters: number }): string {
  if (!settings.prices) return '';
  const { input, output } = settings.prices;
  const usd = ((total.characters / 3) * input + total.tokens * output) / 1e6;
  return `at most about ${usd.toFixed(4)} USD at the given prices\n`;
}
