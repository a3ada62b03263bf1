import type { Check } from '../vocabulary/check.ts';

const ADDED = /(## Unreleased\n(?:(?!^## )[\s\S])*?### Added\n)\n(?:New checks:\n\n)?/m;

/** The list of changes with a line for a new check among those that are not released; unchanged if it has one. */
export function withNewCheck(changelog: string, { id, title }: Pick<Check, 'id' | 'title'>): string {
  if (changelog.includes(`\`${id}\``)) return changelog;
  const isFirst = !changelog.includes('New checks:\n');
  const line = `- \`${id}\`: ${title}.\n${isFirst ? '\n' : ''}`;
  return changelog.replace(ADDED, (_, head: string) => `${head}\nNew checks:\n\n${line}`);
}
