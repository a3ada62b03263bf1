import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startCommand } from '../../testing/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-ssh-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(existsSync('/usr/bin/ssh-keygen'))(
  'a report is signed and verified with keys that ssh-keygen made',
  async () => {
    const key = join(folder, 'id');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'alice@host', '-f', key]);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'other')]);
    const line = readFileSync(`${key}.pub`, 'utf8').trim();
    const signers = `bob@example.com ${readFileSync(join(folder, 'other.pub'), 'utf8').trim()}\nalice@example.com ${line}\n`;
    writeFileSync(join(folder, 'allowed_signers'), signers);
    const command = (...args: string[]) => startCommand(args, { cwd: folder }).ended;
    const signed = await command('--only', 'stream/ends-with-done', '--sign-key', 'id', '--out', 'report');
    expect(signed.exit).toBe(0);

    const verified = await command('verify', 'report', '--key', 'allowed_signers', '--require-signature');
    expect([verified.exit, verified.stdout]).toEqual([
      0,
      expect.stringContaining('signed by alice@example.com, SHA256:'),
    ]);
    expect((await command('verify', 'report', '--key', 'id.pub')).stdout).toContain(
      'signed by alice@host, SHA256:',
    );
    expect((await command('verify', 'report', '--key', 'other.pub')).exit).toBe(1);
    const private_ = await command('verify', 'report', '--key', 'id');
    expect([private_.exit, private_.stderr]).toEqual([
      2,
      expect.stringContaining('has no valid Ed25519 public key'),
    ]);
  },
);
