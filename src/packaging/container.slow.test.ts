import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

/*
 * The image without a builder: the instructions of the Containerfile in their order, each stage in a folder that stands
 * for its root. Left out is what needs the base image: its user `node`, to whom the folder of work is given.
 */
const folder = mkdtempSync(join(tmpdir(), 'chatspec-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EPOCH = 1_700_000_000;

interface Stage {
  root: string;
  cwd: string;
  env: Record<string, string>;
  user?: string;
  entrypoint: string[];
}

/** The instructions, continued lines joined, comments left out. */
function instructions(): [string, string][] {
  const text = readFileSync(join(PACKAGE_ROOT, 'Containerfile'), 'utf8').replace(/^#.*\n/gm, '');
  const lines = text.replace(/\\\n\s*/g, '').split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => [line.split(' ', 1)[0]!, line.replace(/^\S+ /, '')]);
}

/** What the builder would send as its context: all but what .dockerignore names. */
function context(): string {
  const to = join(folder, 'context');
  const ignored = readFileSync(join(PACKAGE_ROOT, '.dockerignore'), 'utf8').split('\n');
  for (const name of readdirSync(PACKAGE_ROOT)) {
    if (!ignored.includes(name) && !ignored.includes(`${name}/*`))
      cpSync(join(PACKAGE_ROOT, name), join(to, name), { recursive: true });
  }
  for (const kept of ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))) {
    cpSync(join(PACKAGE_ROOT, kept), join(to, kept));
  }
  return to;
}

const inside = (stage: Stage, path: string) =>
  path.startsWith('/') ? join(stage.root, path) : resolve(stage.cwd, path);

function copy(stage: Stage, stages: ReadonlyMap<string, Stage>, from: string, text: string): void {
  const [, other] = /^--from=(\S+) /.exec(text) ?? [];
  const words = text.replace(/^--from=\S+ /, '').split(' ');
  const into = words.pop()!;
  for (const word of words) {
    const source = other ? inside(stages.get(other)!, word) : join(from, word);
    const plain = into === './' || into.endsWith('/');
    cpSync(source, plain ? join(inside(stage, into), word) : inside(stage, into), { recursive: true });
  }
}

/** Runs a shell line with the paths of the image's root in its folder. npm finds its registry as on this machine. */
function run(stage: Stage, text: string): void {
  const line = text.replace(/(?<= )\/(?=package|root\/)/g, `${stage.root}/`);
  // The image removes the cache of npm: not that of this machine.
  const env = { ...process.env, PATH, npm_config_cache: join(folder, 'npm-cache'), ...stage.env };
  const done = spawnSync('sh', ['-c', line], { cwd: stage.cwd, env, encoding: 'utf8' });
  expect([done.status, done.status === 0 ? '' : done.stderr], line).toEqual([0, '']);
}

const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

const GIVEN: Readonly<Record<string, string>> = { SOURCE_DATE_EPOCH: String(EPOCH) };

/** Follows all instructions; the last stage is the image. */
function build(): Stage {
  const stages = new Map<string, Stage>();
  const from = context();
  let stage: Stage | undefined;
  for (const [word, text] of instructions()) {
    if (word === 'FROM') {
      const name = / AS (\S+)/.exec(text)?.[1] ?? 'last';
      const root = mkdtempSync(join(folder, `${name}-`));
      stage = { root, cwd: root, env: {}, entrypoint: [] };
      stages.set(name, stage);
    } else if (stage && word === 'COPY') copy(stage, stages, from, text);
    else if (stage) follow(stage, word, text);
  }
  return stages.get('last')!;
}

function follow(stage: Stage, word: string, text: string): void {
  const [name = '', value = ''] = text.split('=');
  switch (word) {
    case 'WORKDIR':
      stage.cwd = inside(stage, text);
      mkdirSync(stage.cwd, { recursive: true });
      return;
    case 'ARG':
    case 'ENV':
      stage.env[name] = (word === 'ARG' ? GIVEN[name] : undefined) ?? value;
      return;
    case 'USER':
      stage.user = text;
      return;
    case 'ENTRYPOINT':
      stage.entrypoint = JSON.parse(text);
      return;
    default:
      expect(word).toBe('RUN');
      if (text !== 'chown node:node /work') run(stage, text);
  }
}

test('the image, by its steps, judges the embedded service and holds nothing that is not needed', () => {
  const image = build();
  expect([image.user, image.cwd]).toEqual(['node', join(image.root, 'work')]);
  // The same source yields the same times; a run writes its compile cache next to its packages if possible.
  const files = readdirSync(join(image.root, 'chatspec'), { recursive: true, encoding: 'utf8' });
  const times = files.map((name) => lstatSync(join(image.root, 'chatspec', name)).mtimeMs);
  expect(times.length).toBeGreaterThan(1000);
  expect(Math.max(...times)).toBe(EPOCH * 1000);
  const packages = readdirSync(join(image.root, 'chatspec/node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['openai', 'openai-6', 'undici']));
  expect(packages.filter((name) => ['vitest', 'typescript', 'ai', '@langchain'].includes(name))).toEqual([]);
  expect(existsSync(join(image.root, 'package'))).toBe(false);

  const [program, script] = image.entrypoint as [string, string];
  expect(program).toBe('node');
  const args = [inside(image, script), '--only', 'client/create,stream/ends-with-done', '--out', 'report'];
  const env = { PATH, ...image.env };
  const ran = spawnSync(process.execPath, args, { cwd: image.cwd, env, encoding: 'utf8' });
  expect([ran.status, ran.stdout]).toEqual([0, expect.stringMatching(/^the 2 selected checks held/m)]);
  expect(existsSync(join(image.cwd, 'report/index.html'))).toBe(true);
});
