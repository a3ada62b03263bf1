import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../options/commands.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { action, read } from '../testing/action-run.ts';

const WORKFLOWS = [
  ...['.github/workflows/ci.yml', '.github/workflows/conformance.yml'],
  ...readdirSync(join(PACKAGE_ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$|Jenkinsfile$/.test(name))
    .map((name) => join('examples', name)),
];

test('everything that a job runs is pinned', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const files = ['action.yml', 'Containerfile', ...WORKFLOWS];
  for (const name of files) {
    for (const [, used] of read(name).matchAll(/^[ -]*uses: (\S+)/gm))
      if (!used!.startsWith('./')) expect(used, name).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/);
    for (const [, image] of read(name).matchAll(/(?:^FROM |image:? '?)(node:\S+)/gm))
      expect(image, name).toMatch(/@sha256:[\da-f]{64}/);
    for (const [, ref] of read(name).matchAll(/repository: OWNER\/chatspec\n +ref: (\S+)/g))
      expect(ref, name).toBe(`v${version}`);
    expect(read(name), name).not.toMatch(/repository: OWNER\/chatspec\n(?! +ref: )/);
  }
  const { on } = parse(read('.github/workflows/conformance.yml')) as {
    on: { workflow_call: { inputs: { ref: { default: string } } } };
  };
  expect(on.workflow_call.inputs.ref.default).toBe(`v${version}`);
});

describe('the examples', () => {
  it.each(['examples/gitlab/.gitlab-ci.yml', 'examples/jenkins/Jenkinsfile', 'docs/ci.md'])(
    '%s fails without its variable',
    (name) => {
      const [, options] = /npx --no-install chatspec (.+ --out conformance)/.exec(read(name))!;
      const run = (env: NodeJS.ProcessEnv) => spawnSync('sh', ['-c', `echo ${options}`], { env }).status;
      expect(run({ CHATSPEC_BASE_URL: 'http://127.0.0.1' })).toBe(0);
      for (const env of [{}, { CHATSPEC_BASE_URL: '' }]) expect(run(env)).not.toBe(0);
    },
  );

  it.each(WORKFLOWS.filter((name) => /ya?ml$/.test(name)))('%s is YAML', (name) => {
    expect(parse(read(name))).toBeTypeOf('object');
  });

  it.each(WORKFLOWS)('%s uses inputs, commands and options that there are', (name) => {
    const text = read(name);
    for (const [, command] of text.matchAll(/(?:chatspec|cli\.ts) ([a-z]+)(?= )/g)) {
      expect(COMMANDS.map((c) => c.name)).toContain(command);
    }
    const used = [...text.matchAll(/uses: \.\/\.chatspec[\s\S]*?with:\n((?: +[\w-]+:.*\n)+)/g)];
    for (const [, block] of used) {
      for (const [, input] of block!.matchAll(/^ +([\w-]+):/gm))
        expect(Object.keys(action.inputs)).toContain(input);
    }
  });
});
