import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { withNewCheck } from './changelog.ts';
import { failuresIn } from './house-tests.ts';
import { OWN_REQUESTS, ownRequests, withOwnRequests } from './own-requests-text.ts';
import { relatives, relativesText } from './relatives.ts';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');

describe('the list of changes', () => {
  const [first, second] = [
    { id: 'completion/one', title: 'It holds' },
    { id: 'completion/two', title: 'It holds too' },
  ] as const;

  test('gets a line for each new check, once, among those that are not released', () => {
    const text = '## Unreleased\n\n### Added\n\nJudging:\n\n- A\n\n## 0.1.0\n\n### Added\n\n- B\n';
    const both = withNewCheck(withNewCheck(text, first), second);
    expect(both).toBe(
      text.replace(
        'Judging:',
        'New checks:\n\n- `completion/two`: It holds too.\n- `completion/one`: It holds.\n\nJudging:',
      ),
    );
    expect(withNewCheck(both, first)).toBe(both);
  });

  test('has a place for them in this tree', () => {
    expect(withNewCheck(read('CHANGELOG.md'), first)).toContain('- `completion/one`: It holds.\n');
  });
});

describe('the requests of a check', () => {
  const text = read(OWN_REQUESTS);

  test('are listed as a run sends them', async () => {
    const some = CHECKS.filter(({ id }) => /^request\/(?:lenient-|null-where)/.test(id));
    const found = await ownRequests(['request/lenient-quotes', 'request/null-where-listed'], some);
    expect(Object.fromEntries(found)).toEqual({
      'request/lenient-quotes': { requests: 3 },
      'request/null-where-listed': { requests: 1, completions: 1, tokens: 1 },
    });
  });

  test('take the place of an older row, in the order of ids', () => {
    const row = "  'stream/compressed': { requests: 1, completions: 1, tokens: 12 },\n";
    expect(withOwnRequests(text, 'stream/compressed', { requests: 1, completions: 1, tokens: 12 })).toBe(
      text,
    );
    expect(withOwnRequests(text, 'stream/compressed', { requests: 0 })).toBe(text.replace(row, ''));
    const added = withOwnRequests(text, 'stream/a', { requests: 2 });
    expect(added).toBe(text.replace(row, `  'stream/a': { requests: 2 },\n${row}`));
  });
});

test('related checks share words with a new one, and are named with their judges', () => {
  const wanted = { id: 'completion/id-prefix', title: 'The id has a prefix', clauses: ['2.7'] } as const;
  expect(relatives(wanted, CHECKS).map(({ id }) => id)).toContain('completion/id-given');
  expect(relativesText(wanted)).toContain('judge: idGiven in src/judge/completion/envelope.ts');
  expect(relativesText({ ...wanted, id: 'completion/zzz', title: 'Zzz' })).toBe('');
});

test('failures of tests are named with their file and message, without the stack', () => {
  const failed = { status: 'failed', fullName: 'it is plain', failureMessages: ['Error: no\n    at x.ts:1'] };
  const report = (name: string, message: string, assertionResults: (typeof failed)[]) => ({
    name: join(PACKAGE_ROOT, name),
    message,
    assertionResults,
  });
  const testResults = [report('src/a.test.ts', '', [failed]), report('src/b.test.ts', 'no export', [])];
  expect(failuresIn({ testResults })).toEqual([
    'src/a.test.ts: it is plain\n    Error: no',
    'src/b.test.ts: the file does not load\n    no export',
  ]);
});
