import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import jsTokens from 'js-tokens';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

/*
 * A pattern that tries a repetition again from each position of a text needs a time that is quadratic in its size: one
 * answer of a megabyte would hang a run, which hears no signal meanwhile. The difference is a factor of thousands, so
 * that a slow machine decides nothing.
 */
const SIZE = 60_000;
const LONGEST_MS = 1_500;

/** Rooms whose texts are written here: commands, documents, tests. */
const OWN = /\.test\.ts$|^src\/(?:authoring|bench|field|packaging|proof|testing|vitest)\//;

/** Patterns for texts that are cut before, or that the user gives. */
const SHORT: ReadonlySet<string> = new Set([
  'src/vocabulary/derivation.ts /“[^”]+”/',
  'src/judge/derivation.ts /“([^”]*)”/g',
  String.raw`src/report/fingerprint.ts /“[^”]*”|"(?:[^"\\]|\\.)*"/g`,
  String.raw`src/judge/framing-reader.ts /^\s*"?\s*\[done\]\s*"?\s*$/i`,
  'src/http/secrets/made-keys.ts /[^A-Za-z0-9]+$/',
]);

/** Texts to try a pattern on: one of its own characters or words over and over, and an end that does not fit. */
function* textsFor(source: string): Generator<string> {
  const plain = source.replace(/\\[a-z]/gi, ' ').replace(/\\(.)/g, '$1');
  const words = plain.split(/[()[\]{}|*+?^$]+/).filter((word) => word.length > 1);
  for (const piece of new Set([...' a1\n\t-_"“\ufffd', ...plain, ...words, words.join('')])) {
    for (const end of ['\u0000', 'x!', '\n']) yield piece.repeat(Math.ceil(SIZE / (piece.length || 1))) + end;
  }
}

const context = createContext({ pattern: /x/, text: '' });

function isSlow(pattern: RegExp, text: string): boolean {
  Object.assign(context, { pattern, text });
  try {
    runInContext('pattern.lastIndex = 0; pattern.test(text)', context, { timeout: LONGEST_MS });
    return false;
  } catch {
    return true;
  }
}

const literals = globSync('{src,suites}/**/*.ts', { cwd: PACKAGE_ROOT })
  .filter((file) => !OWN.test(file))
  .flatMap((file) =>
    [...jsTokens(readFileSync(join(PACKAGE_ROOT, file), 'utf8'))]
      .filter(({ type }) => type === 'RegularExpressionLiteral')
      .map(({ value }) => ({ file, value })),
  );

test('there are patterns to try', () => expect(literals.length).toBeGreaterThan(300));

test('no pattern takes quadratic time', () => {
  const slow = literals.filter(({ file, value }) => {
    const [, source = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(value) ?? [];
    if (SHORT.has(`${file} ${value}`)) return false;
    const pattern = new RegExp(source, flags);
    // Twice: the processor may have been elsewhere.
    return [...textsFor(source)].some((text) => isSlow(pattern, text) && isSlow(pattern, text));
  });
  expect(slow.map(({ file, value }) => `${file} ${value}`)).toEqual([]);
}, 120_000);
