import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { startCommand } from '../testing/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-tutorial-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (page: string) => readFileSync(join(PACKAGE_ROOT, 'docs', page), 'utf8');
const page = read('tutorial.md');
const commands = [...page.matchAll(/^npm start(?: -- (.*))?$/gm)].map(([, args]) =>
  (args ?? '').split(' ').filter(Boolean),
);
const [, button] = /choose "([^"]+)"/.exec(page) ?? [];
const [doctor] = /^ok {8}name[\s\S]*?(?=^```)/m.exec(read('judging-your-service.md')) ?? [];
const [curl] = page.match(/^curl .*$/m) ?? [];
const [shown] = [...page.matchAll(/^```text\n([\s\S]*?)^```/gm)].map(([, text]) => text!);

/** Ports and counts differ from run to run. */
const withoutNumbers = (text: string) => text.replaceAll(/\d+/g, 'N');

test('the tutorial ends in the fault that it shows, and every command in it does what it says', async () => {
  const [first, serve, judge, ...rest] = commands as [string[], string[], string[], ...string[][]];
  expect(await startCommand(first, { cwd: folder }).ended).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^Conformant/m),
  });

  const service = startCommand([...serve, '--port', '0'], { cwd: folder });
  let said = '';
  await new Promise<void>((resolve) =>
    service.child.stdout!.on('data', (piece) => {
      said += piece;
      if (said.includes('CHATSPEC_REASONING_MODEL')) resolve();
    }),
  );
  const env = Object.fromEntries(
    [...said.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  try {
    const { exit, stdout } = await startCommand(judge, { cwd: folder, env }).ended;
    expect(exit).toBe(1);
    // How many events a stream has is the model's affair.
    const lines = shown!.split('\n').map((line) =>
      line
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/, after \d+ events$/, ''),
    );
    const told = stdout.replace(/ +/g, ' ');
    for (const line of lines) expect(told).toContain(line);
    expect(readFileSync(join(folder, 'reports/latest/index.html'), 'utf8')).toContain(button);
    const tried = await startCommand(['doctor'], { cwd: folder, env }).ended;
    expect(withoutNumbers(tried.stdout)).toContain(withoutNumbers(doctor!));
    const sent = spawnSync('sh', ['-c', curl!], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    expect(sent.error).toBeUndefined();
    expect(sent.stdout).toMatch(/^data: \{/);
    expect(sent.stdout).not.toContain('[DONE]');
    for (const args of rest) {
      const ended = await startCommand(args, { cwd: folder }).ended;
      expect([args, ended.exit, ended.stderr]).toEqual([args, 0, '']);
    }
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
  }
});
