import { expect, test } from 'vitest';
import { rooms, type Spent } from './rooms.ts';

const caps = { completions: 180, tokens: 2_500, reported: 10_000 };
const NONE = { completions: 0, tokens: 0 };
const nothing: Spent = { valid: NONE, doors: NONE, totals: NONE, lenient: NONE, control: NONE };
const start = { caps, spent: nothing, used: NONE, kept: 1, repeating: false } as const;

test('what comes late and what was planned is kept from what is asked before it', () => {
  const { doors, valid, lenient } = rooms(start);
  expect(doors).toEqual({ completions: 180, tokens: 2_500 });
  expect(valid).toEqual({ completions: 160, tokens: 2_200 });
  expect(lenient).toEqual({ completions: 88, tokens: 800 });
});

test('answers with more room leave as much as all that was planned, and a little for bad requests', () => {
  expect(rooms(start).larger).toEqual({ completions: 88, tokens: 500 });
  // What they use is not what was planned, so that this stays kept.
  const used = { completions: 10, tokens: 640 };
  expect(rooms({ ...start, used })).toMatchObject({
    valid: { completions: 150, tokens: 1_560 },
    larger: { completions: 78, tokens: -140 },
  });
});

test('what was bought of the planned ones need no longer be kept', () => {
  const used = { completions: 72, tokens: 1_400 };
  const spent = { ...nothing, valid: used };
  expect(rooms({ ...start, used, spent }).larger).toEqual({ completions: 88, tokens: 500 });
});

test('valid requests under way keep some completions for their breaches', () => {
  expect(rooms({ ...start, repeating: true }).lenient.completions).toBe(79);
});

test('a shard that is not the last one keeps nothing', () => {
  expect(rooms({ ...start, kept: 0 }).larger).toEqual({ completions: 180, tokens: 2_500 });
});
