import { describe, expect, test } from 'vitest';
import { drawCocktails } from './draw.ts';
import { judgeCocktail } from './judge-cocktail.ts';
import { cocktailLine, printedCocktails, summarizeCocktails } from './print-cocktails.ts';
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
const cocktail = { seed: 1, ids: ['f/a', 'f/b', 'f/c', 'f/d'] };
const ALONE: Record<string, string[]> = {
  'f/a': ['stream/a', 'stream/b'],
  'f/b': ['usage/a'],
  'f/c': ['usage/b'],
  'f/d': [],
};
/** What is red when all are together, and without the fault that hides another. */
const service = (asked: Task[]) => async (task: Task) => {
  asked.push(task);
  if (task.kind === 'fault') return alone(task.id, ...ALONE[task.id]!);
  const without = task.kind === 'together' && !task.ids.includes('f/a');
  const undecided = [
    { id: 'usage/a', level: 'must' as const, message: 'rests on it', blockedBy: 'stream/b' },
  ];
  return done(task, {
    together: { red: without ? ['usage/a'] : ['stream/b'], undecided: without ? [] : undecided },
  });
};

describe('faults in the cocktail', () => {
  test('are found by one of the checks that find them alone, or hidden by the one whose absence shows them', async () => {
    const asked: Task[] = [];
    const seen = await judgeCocktail(cocktail, new Map(), false, service(asked));
    expect(seen.outcomes.map(({ id, found, hiddenBy }) => [id, found, hiddenBy])).toEqual([
      ['f/a', ['stream/b'], undefined],
      ['f/b', [], 'f/a'],
      ['f/c', [], undefined],
    ]);
    expect(summarizeCocktails([seen])).toMatchObject({
      faults: { alone: 3, found: 1, hidden: 1, lost: 1 },
      undecided: { median: 1, most: 1 },
      billed: { median: 7, most: 7 },
      seconds: { median: 3, most: 3 },
    });
    // All together, each alone, and without each of the four: the lost one is shown by the first of them, the other by none.
    expect(asked.map(({ kind }) => kind).filter((kind) => kind === 'fault')).toHaveLength(4);
    expect(asked).toHaveLength(8);
    expect(printedCocktails([seen], 1)).toContain('f/b (seed 1), hidden by f/a');
    expect(cocktailLine(seen)).toMatch(/^ +1 +1 +2 +1 +7 +3$/);
  });

  test('need no trial of their own where it is known what finds them', async () => {
    const asked: Task[] = [];
    await judgeCocktail(cocktail, new Map([['f/a', ['stream/b']]]), false, service(asked));
    expect(asked.some((task) => task.kind === 'fault' && task.id === 'f/a')).toBe(false);
    // That of the lost ones is: the seed may tell.
    const again: Task[] = [];
    await judgeCocktail(cocktail, new Map([['f/b', ['usage/a']]]), false, service(again));
    expect(again.some((task) => task.kind === 'fault' && task.id === 'f/b')).toBe(true);
  });
});

test('the same seed draws the same twelve different faults', () => {
  const drawn = drawCocktails(3, 5);
  expect(drawCocktails(3, 5)).toEqual(drawn);
  expect(drawCocktails(1, 6)[0]).toEqual(drawn[1]);
  for (const { ids } of drawn) expect(new Set(ids).size).toBe(12);
});
