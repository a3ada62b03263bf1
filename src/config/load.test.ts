import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCommand } from '../testing/command.ts';
import { loadConfig } from './load.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'chatspec-config-'));
});
afterEach(() => rm(cwd, { recursive: true }));

describe('a configuration is found in the working folder', () => {
  it.each([
    ['chatspec.config.ts', 'const seed: number = 7;\nexport default { seed };\n'],
    ['chatspec.config.mts', 'export default { seed: 7 as number };\n'],
    ['chatspec.config.js', 'export default { seed: 7 };\n'],
    ['chatspec.config.mjs', 'export default { seed: 7 };\n'],
    ['chatspec.config.json', '{\n  // why seven\n  "seed": 7,\n}\n'],
    ['package.json', '{ "name": "x", "chatspec": { "seed": 7 } }\n'],
  ])('%s', async (name, content) => {
    await writeFile(join(cwd, name), content);
    expect(await loadConfig(cwd)).toEqual({ file: join(cwd, name), config: { seed: 7 } });
  });

  it('and nowhere above it', async () => {
    await writeFile(join(cwd, 'chatspec.config.json'), '{ "seed": 7 }');
    expect(await loadConfig(join(cwd, 'below'))).toBeUndefined();
  });

  it('not in a package.json that says nothing of chatspec', async () => {
    await writeFile(join(cwd, 'package.json'), '{ "name": "x" }');
    expect(await loadConfig(cwd)).toBeUndefined();
  });

  it('and an empty one says nothing', async () => {
    await writeFile(join(cwd, 'chatspec.config.json'), '\n');
    expect(await loadConfig(cwd)).toBeUndefined();
  });

  it('or where --config says', async () => {
    await writeFile(join(cwd, 'other.json'), '{ "seed": 8 }');
    expect((await loadConfig(cwd, join(cwd, 'other.json')))?.config).toEqual({ seed: 8 });
    await expect(loadConfig(cwd, join(cwd, 'absent.json'))).rejects.toThrow(
      '--config absent.json: the file does not exist',
    );
    await writeFile(join(cwd, 'other.yaml'), 'seed: 8');
    await expect(loadConfig(cwd, join(cwd, 'other.yaml'))).rejects.toThrow(
      'cannot read --config other.yaml: give a .ts, .mts, .js, .mjs or .json file',
    );
  });
});

describe('what is wrong is told with file, line and column', () => {
  it.each([
    [
      'an unknown member',
      'chatspec.config.json',
      '{\n  "profile": "smoke",\n  "basUrl": "x"\n}',
      "chatspec.config.json:3:3: there is no member 'basUrl': did you mean 'baseUrl'?",
    ],
    [
      'an unknown member of a target',
      'chatspec.config.ts',
      "export default {\n  targets: {\n    staging: {\n      modell: 'm',\n    },\n  },\n};\n",
      "chatspec.config.ts:4:7: there is no member 'modell': did you mean 'model'?",
    ],
    [
      'a wrong type in package.json',
      'package.json',
      '{\n  "seed": 1,\n  "chatspec": {\n    "seed": "one"\n  }\n}',
      'package.json:4:5: seed is not of type number',
    ],
    [
      'a key that is written down',
      'chatspec.config.ts',
      "export default {\n  apiKey: 'sk-live-0123456789abcdef',\n};\n",
      "chatspec.config.ts:2:3: apiKey must be { env: 'VARIABLE' } or { file: 'PATH' }, never the key itself",
    ],
    [
      'a key that is written down in a target',
      'chatspec.config.json',
      '{ "targets": { "a": { "otherOrgKey": { "key": "sk-live-0123456789abcdef" } } } }',
      "otherOrgKey must be { env: 'VARIABLE' } or { file: 'PATH' }, never the key itself",
    ],
    [
      'JSON that breaks off',
      'chatspec.config.json',
      '{\n  "seed": 1,\n  "model" }',
      'chatspec.config.json:3:11: invalid JSON (colon expected)',
    ],
    [
      'a program without a default export',
      'chatspec.config.ts',
      'export const config = {};\n',
      'chatspec.config.ts has no default export: add export default defineConfig({ … })',
    ],
    [
      'brackets without an end',
      'chatspec.config.json',
      `{ "seed": ${'['.repeat(300_000)}`,
      'chatspec.config.json:1:110: nested deeper than 100 levels',
    ],
    [
      'brackets that the parser takes for nested ones',
      'chatspec.config.json',
      '[,[},'.repeat(100_000),
      'chatspec.config.json:1:251: nested deeper than 100 levels',
    ],
    [
      'brackets behind a comment',
      'package.json',
      `// "\n${'{"a":'.repeat(300_000)}`,
      'package.json:2:501: nested deeper than 100 levels',
    ],
    ['no object', 'chatspec.config.json', '[]', 'the configuration is not of type object'],
  ])('%s', async (_what, name, content, message) => {
    await writeFile(join(cwd, name), content);
    const error = await loadConfig(cwd).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'OptionError', message: expect.stringContaining(message) });
    expect((error as Error).message).not.toContain('sk-live');
  });
});

describe('so is what Node says of a program, from a process of its own', () => {
  it.each([
    [
      'does not parse',
      'chatspec.config.ts',
      'export default {\n  seed: ,\n};\n',
      'chatspec.config.ts:2:9: the configuration failed (Expression expected)',
    ],
    [
      'throws',
      'chatspec.config.mjs',
      'const settings = {};\nexport default { seed: settings.seed.of };\n',
      "chatspec.config.mjs:2:38: the configuration failed (Cannot read properties of undefined (reading 'of'))",
    ],
  ])('one that %s', async (_what, name, content, message) => {
    await writeFile(join(cwd, name), content);
    const { exit, stdout, stderr } = await startCommand(['--list'], { cwd }).ended;
    expect({ exit, stdout, stderr }).toEqual({ exit: 2, stdout: '', stderr: `chatspec: ${message}\n` });
  });

  it('and one with types in a package of its own runs without a warning', async () => {
    await writeFile(join(cwd, 'package.json'), '{ "name": "mine" }');
    await writeFile(join(cwd, 'chatspec.config.ts'), "export default { only: ['5.1'] as string[] };\n");
    const { exit, stdout, stderr } = await startCommand(['--list'], { cwd }).ended;
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^auth\//);
  });
});
