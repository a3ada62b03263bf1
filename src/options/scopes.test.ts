import { expect, it } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import { scopeSkips } from './scopes.ts';

const idsOf = (scope: string) =>
  selectChecks(CHECKS, 'standard', [], scopeSkips(scope)).map((check): string => check.id);

it('chat asks nothing of usage, and all of completions', () => {
  const ids = idsOf('chat');
  expect(
    ids.filter((id) => /^(usage|accounting|isolation|billing)\/|^auth\/(stats|summary|export)/.test(id)),
  ).toEqual([]);
  expect(ids).toEqual(
    expect.arrayContaining(['path/completion', 'auth/completion-no-key', 'request/n-wrong-type']),
  );
});

it('compat leaves bad requests out as well, and keeps what clients need', () => {
  const ids = idsOf('compat');
  expect(ids).not.toContain('request/n-wrong-type');
  expect(ids).not.toContain('request/unparsable-garbage');
  expect(ids).toEqual(
    expect.arrayContaining([
      'client/create',
      'stream/ends-with-done',
      'request/accepts-tools',
      'request/open-client-fields',
    ]),
  );
});
