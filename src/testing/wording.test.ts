import { expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { inProfile } from '../engine/run-checks.ts';
import { COMMANDS } from '../options/commands.ts';
import { OPTIONS } from '../options/definitions.ts';
import { helpPage } from '../options/help.ts';
import { runAgainst } from '../proof/against.ts';
import { FAULTS } from '../reference/deviations/index.ts';
import { FOREIGN } from '../report/verdict-map.ts';
import { randomStream } from '../vocabulary/random.ts';
import { unplainIn } from './wording.ts';

/** WORDING_SEED draws other faults. */
const SEED = process.env.WORDING_SEED ?? '43';
/** Faults that are run with all checks, which shows reasons, and with those that find them, which shows findings. */
const WITH_ALL = 2;
const WITH_FINDERS = 8;

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
  ['help of commands', COMMANDS.map(({ usage }) => prose(usage ?? ''))],
  ['the first page of help', helpPage().split('\n')],
  ['verdicts', Object.values(FOREIGN).map(({ meaning }) => meaning)],
])('%s are plain', (_, texts) => {
  expect(texts.flatMap(unplainIn)).toEqual([]);
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
