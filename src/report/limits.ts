import { capsOf } from '../vocabulary/caps.ts';
import { counted } from '../vocabulary/counted.ts';
import type { Report } from './model.ts';

/** The option that a message names as the reached limit: `--max-billed`, or the profile that allows more. */
const LIMIT = /--(?:max-[\w-]+|profile exhaustive)/;

/** The limits that made checks inconclusive, how many, and the option that raises each; one line per limit. */
export function limitWords({ checks, settings }: Pick<Report, 'checks' | 'settings'>): string[] {
  const caps = capsOf(settings);
  const values: Readonly<Record<string, number | undefined>> = {
    '--max-requests': settings.budget.requests,
    '--max-billed': caps.completions,
    '--max-tokens': caps.tokens,
    '--max-usd': settings.budget.usd,
  };
  const limited = checks.filter(({ verdict }) => verdict === 'inconclusive');
  const byOption = Map.groupBy(limited, ({ message }) => LIMIT.exec(message)?.[0]);
  byOption.delete(undefined);
  return [...byOption].map(([option, members]) => {
    const value = values[option!];
    const isReported = /^--(?:profile exhaustive|max-tokens-reported)$/.test(option!);
    const many = `${counted(members.length, 'check')} ${members.length === 1 ? 'is' : 'are'} inconclusive`;
    return isReported
      ? `${many} because the answers reported too many tokens: ${option} allows more.`
      : `${many} because of ${[option, value].join(' ').trim()}: raise ${option}.`;
  });
}
