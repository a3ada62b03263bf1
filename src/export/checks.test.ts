import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { checksAsMarkdown, exportedChecks } from './checks.ts';

describe('checks for other tools', () => {
  it('are all there, each with its clauses and what it asks', () => {
    const exported = exportedChecks(CHECKS);
    expect(exported.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
    for (const check of exported) {
      expect(check.clauses.length, check.id).toBeGreaterThan(0);
      expect(check.about, check.id).not.toBe('');
    }
  });

  it('stand each once under its first clause in Markdown', () => {
    const text = checksAsMarkdown(CHECKS);
    for (const { id } of CHECKS) expect(text.split(`### \`${id}\`\n`), id).toHaveLength(2);
    expect(text).toContain('## 6 Streams\n\n> ');
    expect(text.endsWith('\n')).toBe(true);
  });
});
