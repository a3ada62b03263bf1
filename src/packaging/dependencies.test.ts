import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importClosure } from '../run/digest.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';

const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

/** What a package is entered by: the command, and what programs and tests import. */
const DOORS = ['src/cli.ts', 'src/cli/main.ts', 'src/library/index.ts', 'src/vitest/index.ts'];

const IMPORTED = /(?:from|import\(?)\s*'((?:node:)?@?[a-z][\w./@-]*)'/g;

/** The name of the package that an import is from: `ajv/dist/2020.js` is from ajv. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const places = new Map<string, string>();
for (const file of importClosure(DOORS)) {
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  for (const [, specifier] of text.matchAll(IMPORTED)) {
    const name = packageOf(specifier!);
    if (!places.has(name)) places.set(name, file);
  }
}

test.each(Object.keys(manifest.dependencies))('%s is used by a run', (name) => {
  expect(places.get(name), `no file that a run loads imports ${name}`).toMatch(/^(?:src|suites|reference)\//);
});

test('what a run imports is a dependency, or stands beside it', () => {
  const known = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
  const strangers = [...places].filter(([name]) => !name.startsWith('node:') && !known.includes(name));
  expect(strangers).toEqual([]);
});

describe('what npm installs', () => {
  interface Locked {
    link?: boolean;
    integrity?: string;
    hasInstallScript?: boolean;
  }
  const text = readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const fetched = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );

  test('is pinned by its digest, comes from no named host, and runs no script of its own', () => {
    expect(fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
    expect(fetched.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    expect(text).not.toMatch(/"resolved": "(?:https?|git|ssh)/);
  });

  test('holds the Node of every platform package that one version has', () => {
    const node24 = JSON.parse(
      readFileSync(join(PACKAGE_ROOT, 'src/packaging/node-24/package.json'), 'utf8'),
    ) as {
      version: string;
      optionalDependencies: Record<string, string>;
    };
    const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [name, version] of Object.entries(node24.optionalDependencies)) {
      expect([name, version]).toEqual([name, node24.version]);
      expect(packages[`node_modules/${name}`]).toMatchObject({ version, bin: expect.anything() });
      expect(scripts.prepare).toContain(name);
    }
  });

  test('is installed by an older Node without a warning', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chatspec-install-'));
    try {
      const pretend = join(folder, 'older.cjs');
      writeFileSync(pretend, "Object.defineProperty(process, 'version', { value: 'v20.20.2' });");
      for (const name of ['package.json', 'package-lock.json', '.npmrc', 'src/packaging/node-24'])
        cpSync(join(PACKAGE_ROOT, name), join(folder, name), { recursive: true });
      const install = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts', '--offline'], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, NODE_OPTIONS: `--require=${pretend}` },
        encoding: 'utf8',
      });
      expect([install.status, install.stderr]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 30_000);
});
