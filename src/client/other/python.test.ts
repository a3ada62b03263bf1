import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const hasPython = spawnSync('python3', ['-c', '']).status === 0;

test.runIf(hasPython)(
  'Python imports nothing from the folder in which chatspec is started, nor from PYTHONPATH',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'chatspec-hostile-'));
    const mark = join(folder, 'was-imported');
    const hostile = `open(${JSON.stringify(mark)}, "w").close()\n__version__ = "0.0.0-hostile"\n`;
    for (const name of ['json', 'openai', 'sitecustomize'])
      writeFileSync(join(folder, `${name}.py`), hostile);
    const module = new URL('./python.ts', import.meta.url).href;
    const program = `import { python } from ${JSON.stringify(module)}; console.log(await python.version());`;
    try {
      const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        cwd: folder,
        env: { ...process.env, PYTHONPATH: folder },
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      expect(stdout).not.toContain('hostile');
      expect(existsSync(mark)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
