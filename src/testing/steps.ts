import crypto from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'vitest';

/*
 * Counts what a function does, in place of its time: how often each block of our code runs, and how many characters and bytes it
 * has the platform look at. Import it before what it measures: functions that ran before are not counted block by block. How far
 * a single match of a regular expression goes back is not seen.
 */

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Blocks of code under test that ran since the last call. */
async function blocksRun(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/src/') && !/\/testing\/|\.test\.ts/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    .reduce((sum, count) => sum + count, 0);
}

/** A call of a function of the platform. */
interface Call {
  self: unknown;
  given: readonly unknown[];
  result: unknown;
}

const length = (of: unknown) => (of as { length: number }).length;
const ofResult = ({ result }: Call) => length(result);
const ofFirst = ({ given }: Call) => length(given[0]);
const toFound = ({ self, given: [, from], result }: Call) =>
  Math.max(0, (result === -1 ? length(self) : Number(result)) - Number(from ?? 0));
const ofHash = ({ given: [input, options] }: Call) =>
  length(input) + ((options as { outputLength?: number }).outputLength ?? 0);

/** Functions of the platform whose work grows with what they are given, and how much of it they look at. */
const NATIVES: readonly [object, string, (call: Call) => number][] = [
  [String.prototype, 'indexOf', toFound],
  [String.prototype, 'slice', ofResult],
  [String.prototype, 'toLowerCase', ofResult],
  [Buffer.prototype, 'indexOf', toFound],
  [Buffer.prototype, 'toString', ofResult],
  [Buffer, 'concat', ofResult],
  [Buffer, 'from', ofResult],
  [crypto, 'hash', ofHash],
  [crypto.Hash.prototype, 'update', ofFirst],
  [crypto.Hmac.prototype, 'update', ofFirst],
];

/** Has calls of a function counted; returns what ends that. */
function counting(owner: object, name: string, count: (call: Call) => void): () => void {
  const functions = owner as Record<string, (...given: unknown[]) => unknown>;
  const original = functions[name]!;
  functions[name] = function (this: unknown, ...given) {
    const result = original.apply(this, given);
    count({ self: this, given, result });
    return result;
  };
  return () => {
    functions[name] = original;
  };
}

/** The same for matches of regular expressions, whose beginning is known before them only. */
function countingMatches(count: (characters: number) => void): () => void {
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    count((match ? match.index + match[0].length : this.sticky ? from : text.length) - from);
    return match;
  };
  return () => {
    RegExp.prototype.exec = exec;
  };
}

/** Steps of one run. */
export async function stepsOf(run: () => unknown): Promise<number> {
  let counted = 0;
  const restores = NATIVES.map(([owner, name, cost]) =>
    counting(owner, name, (call) => {
      counted += cost(call);
    }),
  );
  restores.push(
    countingMatches((characters) => {
      counted += characters;
    }),
  );
  syncBuiltinESMExports();
  await blocksRun();
  try {
    await run();
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
  return counted + (await blocksRun());
}

/**
 * Fails unless `run` takes at most about twice the steps for an input of twice the size. `make` is not counted, and neither is a first
 * run, which fills caches.
 */
export async function expectLinear<T>(size: number, make: (size: number) => T, run: (input: T) => unknown) {
  await run(make(size));
  const [small, large] = [make(size), make(2 * size)];
  const once = await stepsOf(() => run(small));
  const twice = await stepsOf(() => run(large));
  expect(once, 'steps were counted').toBeGreaterThan(0);
  expect(twice / once, `steps: ${once}, then ${twice}`).toBeLessThan(2.5);
}
