import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS } from '../../reference/src/deviations/index.ts';
import { CHECKS } from '../../suites/index.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { pythonWith } from '../testing/python-environment.ts';
import { runAgainst } from './against.ts';

/*
 * Python's client is no part of this project: a stand-in of its shape shows here that the process and the way to it hold.
 * Where the real one is, `npm start -- --clients python` against the reference service does the same with it.
 */
const { PATH } = process.env;
let environment: string;
beforeAll(() => {
  environment = pythonWith(join(PACKAGE_ROOT, 'src/testing/python'));
  process.env.PATH = `${join(environment, 'bin')}${delimiter}${PATH}`;
});
afterAll(() => {
  process.env.PATH = PATH;
  rmSync(environment, { recursive: true, force: true });
});

const checks = CHECKS.filter(({ id, client }) => client === 'python' || id === 'client/create');

async function verdicts(fault?: string) {
  const found = FAULTS.find(({ id }) => id === fault);
  const changes = found ? [found.change] : [];
  const { results } = await runAgainst(checks, { changes, seed: 1, settings: { clients: ['python'] } });
  return Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));
}

const hasPython = spawnSync('python3', ['-c', '']).status === 0;

describe.runIf(hasPython)('the client of Python, in a process of its own', () => {
  test('works with a service that keeps the contract', async () => {
    expect(await verdicts()).toEqual({
      'client/create': 'pass',
      'client/python-create': 'observed',
      'client/python-formats': 'pass',
      'client/python-stream': 'observed',
      'client/python-tools': 'observed',
    });
  });

  test.each([
    ['client/characters-in-halves', ['client/python-stream']],
    [
      'client/python-not-welcome',
      ['client/python-create', 'client/python-formats', 'client/python-stream', 'client/python-tools'],
    ],
  ])('tells of %s, and nobody else does', async (fault, expected) => {
    const seen = await verdicts(fault);
    const red = Object.keys(seen).filter((id) => seen[id] === 'warn' || seen[id] === 'fail');
    expect(red.sort()).toEqual(expected);
  });
});
