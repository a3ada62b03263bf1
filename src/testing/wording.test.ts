import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULTS, VARIANTS } from '../../reference/src/deviations/index.ts';
import { HOSTILE } from '../../reference/src/hostile/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { COMMANDS } from '../options/commands.ts';
import { OPTIONS } from '../options/definition.ts';
import { helpPage } from '../options/help.ts';
import { runAgainst } from '../proof/against.ts';
import { FOREIGN } from '../report/verdict-map.ts';
import { randomStream } from '../vocabulary/random.ts';
import { commentsIn, stringsIn } from './comments.ts';
import { dialectIn, unplainIn } from './wording.ts';

/** WORDING_SEED draws other faults. */
const SEED = process.env.WORDING_SEED ?? '43';
/** Faults that are run with all checks, which shows reasons, and with those that find them, which shows findings. */
const WITH_ALL = 1;
const WITH_FINDERS = 6;

const checks = CHECKS.filter((check) => inProfile(check, 'standard'));

test('a text that a reader stumbles over is found', () => {
  expect(unplainIn('what came is told of. It is asked once more.')).not.toEqual([]);
  expect(unplainIn('expected at least 77 records, got 76')).toEqual([]);
  expect(unplainIn('the 77, 85, 86, 93, or 94 records, 1, 2, 3, 4, 5')).toHaveLength(1);
  expect(unplainIn(`${'word '.repeat(31)}.`)).toHaveLength(1);
  expect(unplainIn('the body is “what came is told of”')).toEqual([]);
});

test.each([
  ['titles of checks', CHECKS.map(({ title }) => title)],
  ['descriptions of checks', CHECKS.map(({ about }) => about)],
  ['options', OPTIONS.map(({ help }) => help)],
  ['commands', COMMANDS.map(({ summary }) => summary)],
  ['help of commands', COMMANDS.flatMap(({ usage = '' }) => usage.split(/\n(?= {2}--)/).map(prose))],
  ['the first page of help', helpPage().split('\n')],
  ['verdicts', Object.values(FOREIGN).map(({ meaning }) => meaning)],
  ['titles of faults', FAULTS.map(({ title }) => title)],
  ['titles of variants', VARIANTS.map(({ title }) => title)],
  ['titles of hostile services', HOSTILE.map(({ title }) => title)],
])('%s are plain', (_, texts) => {
  expect(texts.flatMap(unplainIn)).toEqual([]);
});

test('texts of the page, the live output and the watch are plain', () => {
  const found = sourcesIn('src/report/**/*.{ts,js}', 'src/watch/*.ts')
    .filter(([file]) => !file.endsWith('.test.ts'))
    .flatMap(([file, source]) =>
      stringsIn(source)
        .flatMap(unplainIn)
        .map((why) => `${file}: ${why}`),
    );
  expect(found).toEqual([]);
});

test('comments are plain', () => {
  const found = sourcesIn('src/**/*.{ts,js}', '{suites,reference}/**/*.ts', 'examples/**/*.{ts,js}').flatMap(
    ([file, source]) =>
      commentsIn(source)
        .flatMap(dialectIn)
        .map((why) => `${file}: ${why}`),
  );
  expect(found).toEqual([]);
});

test('comments and texts are found in a source', () => {
  const source =
    "/** One text. */\nconst a = `<p>two words more</p>`; // and three\nconst b = '// a string';";
  expect(commentsIn(source)).toEqual(['One text.', 'and three']);
  expect(stringsIn(source)).toEqual(['two words more']);
  expect(dialectIn('It is told of beside another one.')).not.toEqual([]);
  expect(dialectIn('What a page contains, and why.')).toEqual([]);
});

test('findings and reasons of drawn faults are plain', { timeout: 180_000 }, async () => {
  const random = randomStream(`wording ${SEED}`);
  const drawn = FAULTS.filter(({ network }) => !network)
    .map((fault) => ({ fault, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, WITH_ALL + WITH_FINDERS);
  const said = new Set<string>();
  for (const [i, { fault }] of drawn.entries()) {
    const finders = checks.filter(({ id }) =>
      fault.expects.some((glob) => id.startsWith(glob.split('*')[0]!)),
    );
    const { results } = await runAgainst(i < WITH_ALL ? checks : finders, {
      changes: [fault.change],
      seed: 1,
      service: fault.service ?? {},
      settings: fault.settings ?? {},
      keysUnsought: true,
    });
    for (const { verdict, message, findings } of results) {
      if (verdict !== 'pass' && verdict !== 'observed' && findings.length === 0) said.add(message);
      for (const { expected, actual } of findings) said.add(expected).add(actual);
    }
  }
  expect(said.size).toBeGreaterThan(WITH_FINDERS);
  expect([...said].flatMap(unplainIn)).toEqual([]);
});

/** The help of a command without its lines of syntax. */
function prose(usage: string): string {
  return usage
    .split('\n')
    .filter((line) => !/^(?:chatspec|Usage:) /.test(line))
    .join(' ');
}

/** The files that match, with their content; the wording's own files are full of bad examples. */
function sourcesIn(...patterns: string[]): [file: string, source: string][] {
  const root = join(import.meta.dirname, '../..');
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/wording*'] }).map((file) => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ]);
}
