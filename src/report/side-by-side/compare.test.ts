import { describe, expect, it } from 'vitest';
import { endLine, facts, finding, result, runLine } from '../../testing/journal.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { buildReport } from '../build.ts';
import type { Report } from '../model.ts';
import { compareReports, comparisonCode } from './compare.ts';
import { matrixPage } from './matrix.ts';

/** A report whose checks ended so; `observed` is what the one observation says. */
function report(verdicts: Record<string, Verdict>, observed = 'a', key = 'k'): Promise<Report> {
  const ids = Object.keys(verdicts);
  async function* lines() {
    yield runLine(ids.map((id) => facts(`stream/${id}`)));
    for (const id of ids) {
      yield result(`stream/${id}`, verdicts[id]!, {
        findings: verdicts[id] === 'fail' ? [finding()] : [],
        observations: verdicts[id] === 'observed' ? [{ key, value: observed, exchanges: ['e1'] }] : [],
      });
    }
    yield endLine(1, ids.length);
  }
  return buildReport(lines, {});
}

describe('what changed between two runs', () => {
  const cases: [string, Record<string, Verdict>, Record<string, Verdict>, string, number][] = [
    ['nothing', { a: 'pass' }, { a: 'pass' }, '', 0],
    ['a new failure', { a: 'pass' }, { a: 'fail' }, 'newFailures', 1],
    ['a failure after a doubt', { a: 'inconclusive' }, { a: 'fail' }, 'newFailures', 1],
    ['fixed', { a: 'fail' }, { a: 'pass' }, 'fixed', 0],
    [
      'a failure that cannot be seen any more is not fixed',
      { a: 'fail' },
      { a: 'inconclusive' },
      'undecided',
      3,
    ],
    ['no longer decided', { a: 'pass' }, { a: 'error' }, 'undecided', 3],
    ['a new warning', { a: 'pass' }, { a: 'warn' }, 'newWarnings', 0],
    ['a failure that is a warning now', { a: 'fail' }, { a: 'warn' }, 'fixed', 0],
    ['a warning that went', { a: 'warn' }, { a: 'pass' }, 'otherwise', 0],
    ['a check that came', { a: 'pass' }, { a: 'pass', b: 'pass' }, 'came', 0],
    ['a check that came and fails', { a: 'pass' }, { a: 'pass', b: 'fail' }, 'newFailures', 1],
    ['a check that went', { a: 'pass', b: 'pass' }, { a: 'pass' }, 'went', 3],
    ['a check that went undecided', { a: 'pass', b: 'skipped' }, { a: 'pass' }, 'went', 0],
  ];
  it.each(cases)('%s', async (_name, before, after, list, code) => {
    const found = compareReports(await report(before), await report(after));
    const filled = Object.entries(found).filter(([, items]) => items.length > 0);
    if (list === '') expect(filled).toEqual([]);
    else expect(filled.map(([name]) => name)).toContain(list);
    expect(comparisonCode(found)).toBe(code);
  });

  it('an observation that changed', async () => {
    const found = compareReports(await report({ a: 'observed' }, 'x'), await report({ a: 'observed' }, 'y'));
    expect(found.observations).toEqual([{ check: 'stream/a', key: 'k', before: 'x', after: 'y' }]);
    expect(comparisonCode(found)).toBe(0);
  });

  it.each([
    ['usage.export.bom', 'usage-export-bom'],
    ['error-body/invalid', 'error-body-invalid'],
    ['HEAD', 'head'],
  ])('that %s is called %s now is no change', async (then, now) => {
    const reports = [report({ a: 'observed' }, 'x', then), report({ a: 'observed' }, 'x', now)] as const;
    expect(compareReports(await reports[0], await reports[1]).observations).toEqual([]);
  });
});

it('a matrix has a row for each check of any run and a column for each run', async () => {
  const one = { name: 'one', report: await report({ a: 'pass', b: 'pass' }), page: 'one/index.html' };
  const two = { name: '<two>', report: await report({ a: 'fail', c: 'pass' }), page: 'two/index.html' };
  const page = matrixPage([one, two]);
  for (const id of ['a', 'b', 'c']) expect(page).toContain(`<code>stream/${id}</code>`);
  expect(page).toContain('&lt;two&gt;');
  expect(page.match(/<tr class="differ">/g)).toHaveLength(3);
  expect(page.match(/<td>absent<\/td>/g)).toHaveLength(2);
});
