import { OptionError } from '../vocabulary/option-error.ts';
import type { UsageNames } from '../vocabulary/settings.ts';
import { readText } from './read-text.ts';

const NAME_MEMBERS = ['start', 'end', 'model', 'provider', 'source', 'limit', 'offset'] as const;

/** The names that `--save-target` wrote into a file. Rejects with `OptionError` when it is anything else. */
export function readNames(file: string): UsageNames {
  const bad = () => new OptionError(`--target ${file} is not a file that --save-target wrote`);
  let parsed: unknown;
  const content = readText('target', file);
  try {
    parsed = JSON.parse(content);
  } catch {
    throw bad();
  }
  const usage = typeof parsed === 'object' && parsed !== null && 'usage' in parsed ? parsed.usage : undefined;
  if (typeof usage !== 'object' || usage === null) throw bad();
  const names: UsageNames = {};
  for (const [member, value] of Object.entries(usage)) {
    const known = NAME_MEMBERS.find((m) => m === member);
    if (known && typeof value === 'string' && value !== '') names[known] = value;
    else if (member === 'columns' && isTextMap(value)) names.columns = value;
    else throw bad();
  }
  return names;
}

function isTextMap(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((v) => typeof v === 'string')
  );
}
