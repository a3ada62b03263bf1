import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

/** The files in which the public functions stand. */
const PUBLIC = [
  'src/library/index.ts',
  'src/library/checks.ts',
  'src/library/judge.ts',
  'src/library/reference.ts',
  'src/library/service.ts',
  'src/http/fetch-dispatcher.ts',
  'src/config/define.ts',
  'src/vitest/index.ts',
];
const folder = mkdtempSync(join(tmpdir(), 'chatspec-surface-'));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The code of every `@example`, and what it belongs to. */
const examples = PUBLIC.flatMap((file) => {
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  return [
    ...text.matchAll(/@example\n((?: \*.*\n)+?) \*\/\nexport (?:async )?(?:function|const) (\w+)/g),
  ].map(([, code, name]) => ({ name: name!, code: code!.replace(/^ \* ?/gm, '') }));
});

/** Compiles files next to the source, as a user of the package would write them. */
function compile(options: object, files: string[]) {
  const config = {
    extends: join(PACKAGE_ROOT, 'tsconfig.json'),
    compilerOptions: {
      rootDir: '/',
      noUnusedLocals: false,
      typeRoots: [join(PACKAGE_ROOT, 'node_modules', '@types')],
      paths: {
        chatspec: [join(PACKAGE_ROOT, 'src/library/index.ts')],
        'chatspec/vitest': [join(PACKAGE_ROOT, 'src/vitest/index.ts')],
      },
      ...options,
    },
    include: [],
    files,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(PACKAGE_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
}

test('every public function has an example', () => {
  expect(examples.map(({ name }) => name).sort()).toEqual([
    'checks',
    'conformance',
    'createReference',
    'defineConfig',
    'judge',
  ]);
});

test('the examples compile', () => {
  mkdirSync(join(folder, 'examples'));
  const files = examples.map(({ name, code }) => {
    const imports = [
      "import { checks, createReference, defineConfig, judge } from 'chatspec';",
      "import { conformance } from 'chatspec/vitest';",
    ].filter((line) => !code.includes(line.split(' from ')[1]!));
    const path = join(folder, 'examples', `${name}.ts`);
    writeFileSync(path, `${imports.join('\n')}\n${code}\nexport {};\n`);
    return path;
  });
  const { stdout } = compile({ noEmit: true }, files);
  expect(stdout).toBe('');
});

test('the public surface is as it was', () => {
  const out = join(folder, 'declarations');
  const files = PUBLIC.map((file) => join(PACKAGE_ROOT, file));
  compile(
    {
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      removeComments: true,
      noCheck: true,
      rootDir: PACKAGE_ROOT,
      outDir: out,
    },
    files,
  );
  const surface = PUBLIC.map(
    (file) => `${file}\n\n${readFileSync(join(out, file.replace('.ts', '.d.ts')), 'utf8')}`,
  );
  expect(surface.join('\n')).toMatchSnapshot();
});
