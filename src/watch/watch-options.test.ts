import { describe, expect, test } from 'vitest';
import { watchOptions, without } from './watch-options.ts';

test('what is the own of a watch is taken, and the rest is for its runs', () => {
  expect(watchOptions(['--every=30s', '--base-url', 'http://a', '--out', 'w', '--only', 'stream'])).toEqual({
    everyMs: 30_000,
    out: 'w',
    keep: 50,
    perDay: 600,
    host: '127.0.0.1',
    port: 9464,
    run: ['--base-url', 'http://a', '--only', 'stream'],
  });
});

describe('what is no option of a watch', () => {
  test.each([
    [['--every', '10m'], /--out DIR/],
    [['--out', 'w', '--every', '10'], /for example 30s, 10m or 1h/],
    [['--out', 'w', '--every', '0s'], /for example 30s, 10m or 1h/],
    [['--out', 'w', '--keep', '1'], /--keep must be a whole number/],
    [['--out', 'w', '--port'], /--port needs a value/],
    [['--out', 'w', '--out', 'v'], /given twice/],
    [['--out', 'w', '--shard', '1/2'], /does not support --shard/],
    [['--out', 'w', '--evry', '1s'], /did you mean --every/],
  ])('%j', (args, why) => {
    expect(() => watchOptions(args)).toThrow(why);
  });
});

test('an option goes with its value, however it was given', () => {
  expect(without(['--skip', 'a', '--rps', '2', '--skip=b', '--list'], 'skip')).toEqual([
    '--rps',
    '2',
    '--list',
  ]);
});
