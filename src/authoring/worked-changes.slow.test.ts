import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { copyTree } from '../testing/copied-tree.ts';
import { type Sample, samplesOf } from '../testing/samples.ts';
import { appended, withImports } from './new-check/edit.ts';
import { KINDS } from './new-check/wanted.ts';

/*
 * The worked changes of CONTRIBUTING.md, one for each kind of check, and a variant, made in a copy of this repository: first as
 * `npm run new-check` leaves them, when they compile and are red, then filled in as the page says, when they are green.
 */
const page = readFileSync(join(PACKAGE_ROOT, 'CONTRIBUTING.md'), 'utf8').replaceAll(/ \\\n +/g, ' ');
const commands = Array.from(page.matchAll(/^ {4}npm run new-check -- (.*)$/gm), ([, text]) =>
  Array.from(text!.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!),
).filter((args) => args.includes('--id'));
const optionOf = (args: readonly string[], option: string) => args[args.indexOf(option) + 1]!;
const wanted = commands.map((args) => ({ id: optionOf(args, '--id'), kind: optionOf(args, '--kind') }));
const ids = wanted.map(({ id }) => id);
const faults = wanted.filter(({ kind }) => kind !== 'open').map(({ id }) => `${id}-broken`);

const tree = copyTree();
afterAll(() => tree.remove());

/** The checks whose table does not hold. */
async function redTables(): Promise<string[]> {
  const report = 'reports/tables.json';
  const reporter = ['--reporter=json', `--outputFile=${report}`];
  await tree.run('vitest', 'run', '--project', 'self', ...reporter, 'src/testing/tables.test.ts');
  const { testResults } = JSON.parse(readFileSync(join(tree.folder, report), 'utf8')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, title }) => status === 'failed' && title.startsWith('judges for'))
    .map(({ title }) => title.split(' ')[2]!);
}

const start = (out: string) =>
  tree.run('node', 'src/cli.ts', '--only', ids.join(','), '--out', out, '--seed', '1');
const prove = () =>
  tree.run('node', 'src/proof/run.ts', '--jobs', '1', ...faults.flatMap((fault) => ['--only', fault]));

/** Puts what the page says in the place of what was left open. */
function fillIn({ path, part, text }: Sample): void {
  const file = join(tree.folder, path!);
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, filledIn(before, part, text));
}

function filledIn(before: string, part: string | undefined, text: string): string {
  if (part === 'run') return `${before.slice(0, before.lastIndexOf('    async run('))}${text}  },\n];\n`;
  const start = text.search(/^\.\.\.(?:faults|variants)\(/m);
  if (start < 0) return text;
  const [imports, entry] = [text.slice(0, start), text.slice(start)];
  // The fault replaces the one of `npm run new-check`; the variant is a further one.
  const isFault = entry.startsWith('...faults(');
  const rest = isFault ? `${before.slice(0, before.lastIndexOf('  ...faults('))}];\n` : before;
  const opening = /^export const \w+: readonly (?:Fault|Variant)\[\] = \[/m.exec(rest)![0];
  const needed = Array.from(imports.matchAll(/\{ ([^}]*) \} from '([^']+)'/g), ([, names, from]) => ({
    names: names!.split(', '),
    from: from!,
  }));
  return withImports(appended(rest, opening, entry.trim()), needed);
}

test('there is one for each kind', () => {
  expect(wanted.map(({ kind }) => kind)).toEqual([...KINDS]);
});

describe('as they were left by npm run new-check', () => {
  beforeAll(async () => {
    for (const args of commands) {
      const { code, output } = await tree.run('node', 'src/authoring/new-check.ts', ...args);
      expect(code, output).toBe(0);
    }
    await tree.run('node', 'src/authoring/accept-check.ts');
  });

  test('they compile, and the linter has nothing to say', async () => {
    expect(await tree.run('tsc', '--noEmit')).toMatchObject({ code: 0, output: '' });
    const { code, output } = await tree.run('biome', 'check', 'src', 'suites', 'reference');
    expect(code, output).toBe(0);
  });

  test('every table is red, and every check in error', async () => {
    expect((await redTables()).sort()).toEqual(ids.toSorted());
    const { code, output } = await start('reports/red');
    for (const id of ids) expect(output).toContain(`${id}  chatspec failed: Error: fill in:`);
    expect(code).toBe(3);
  });

  test('no fault is caught', async () => {
    expect(await prove()).toMatchObject({
      code: 1,
      output: expect.stringMatching(new RegExp(`faults caught +0 of ${faults.length}`)),
    });
  });

  test('all of it is owed', async () => {
    const { output } = await tree.run('node', 'src/authoring/accept-check.ts');
    for (const { id } of wanted)
      expect(output, id).toMatch(new RegExp(`/${id.split('/')[1]}\\.ts:\\d+: fill in:`));
  });
});

describe('filled in as the page says', () => {
  beforeAll(() => {
    for (const sample of samplesOf('CONTRIBUTING.md')) if (sample.path) fillIn(sample);
  });

  test('they compile, and nothing is left to be filled in', async () => {
    expect(await tree.run('tsc', '--noEmit')).toMatchObject({ code: 0, output: '' });
    const { code, output } = await tree.run('node', 'src/authoring/accept-check.ts');
    expect(output).not.toContain('fill in');
    expect(code, output).toBe(0);
    for (const { id } of wanted)
      expect(output).toContain(`${id}: its faults, and the honest variants of its area`);
    expect(output).toContain('accepted: before you commit');
  });

  test('every table holds, and no check accuses the reference service', async () => {
    expect(await redTables()).toEqual([]);
    const { code, output } = await start('reports/green');
    expect([code, output]).toEqual([0, expect.stringContaining(`The ${ids.length} selected checks held`)]);
  });

  test('every fault is caught, and nothing unrelated is red', async () => {
    const { code, output } = await prove();
    expect(code, output).toBe(0);
  });
});
