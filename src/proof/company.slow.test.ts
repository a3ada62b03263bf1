import { describe, expect, test } from 'vitest';
import type { TogetherResult } from './assess.ts';
import { companions, companyTasks, withHiders, withoutTasks } from './company.ts';
import { drawCocktails } from './draw.ts';
import { printedCompany, summarizeCompany } from './print-company.ts';
import type { Done, Task } from './tasks.ts';

const done = (task: Task, part: Partial<Done> = {}): Done => ({
  task,
  verdicts: {},
  requests: 0,
  billable: 0,
  billed: 7,
  clockMs: 3_000,
  untrue: [],
  milliseconds: 0,
  ...part,
});
const alone = (id: string, ...foundBy: string[]): Done =>
  done(
    { kind: 'fault', id, seed: 1, network: false },
    {
      fault: { caught: foundBy.length > 0, foundBy, shownBy: 'x', red: foundBy, unrelated: [], why: '' },
    },
  );
const together = (ids: readonly string[], part: Partial<TogetherResult>): Done =>
  done({ kind: 'together', ids, seed: 1, network: false }, { together: { red: [], undecided: [], ...part } });
const cocktail = { seed: 1, ids: ['f/a', 'f/b', 'f/c', 'f/d'] };
const seen = companions(
  [cocktail],
  [
    alone('f/a', 'stream/a', 'stream/b'),
    alone('f/b', 'usage/a'),
    alone('f/c', 'usage/b'),
    alone('f/d'),
    together(cocktail.ids, {
      red: ['stream/b'],
      undecided: [{ id: 'usage/a', level: 'must', message: 'rests on it', blockedBy: 'stream/b' }],
    }),
  ],
);

describe('faults in company', () => {
  test('are found by one of the checks that find them alone; those not found alone do not count', () => {
    expect(seen[0]!.fates.map(({ id, found }) => [id, found])).toEqual([
      ['f/a', ['stream/b']],
      ['f/b', []],
      ['f/c', []],
    ]);
    expect(summarizeCompany(seen)).toMatchObject({
      faults: { alone: 3, found: 1, hidden: 0, lost: 2 },
      undecided: { median: 1, most: 1 },
      billed: { median: 7, most: 7 },
      seconds: { median: 3, most: 3 },
    });
  });

  test('are hidden by the one whose absence shows them', () => {
    const tasks = withoutTasks(seen, false);
    expect(tasks.map((task) => task.kind === 'together' && task.ids.length)).toEqual([3, 3, 3, 3]);
    const trials = tasks.map((task) =>
      done(task, {
        together: {
          red: task.kind === 'together' && !task.ids.includes('f/a') ? ['usage/a'] : [],
          undecided: [],
        },
      }),
    );
    const shown = withHiders(seen, trials);
    expect(shown[0]!.fates.map(({ hiddenBy }) => hiddenBy)).toEqual([undefined, 'f/a', undefined]);
    expect(printedCompany(shown, 1)).toContain('f/b (seed 1), hidden by f/a');
    expect(summarizeCompany(shown).faults).toEqual({ alone: 3, found: 1, hidden: 1, lost: 1 });
  });
});

test('the same seed draws the same twelve different faults', () => {
  const drawn = drawCocktails(3, 5);
  expect(drawCocktails(3, 5)).toEqual(drawn);
  expect(drawCocktails(1, 6)[0]).toEqual(drawn[1]);
  for (const { ids } of drawn) expect(new Set(ids).size).toBe(12);
  expect(companyTasks(drawn, false)).toHaveLength(39);
});
