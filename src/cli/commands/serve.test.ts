import { describe, expect, it, vi } from 'vitest';
import type { Io } from '../../vocabulary/io.ts';
import { main } from '../main.ts';
import { serve } from './serve.ts';

/** Runs `serve` until it has announced itself, and interrupts it. */
async function served(
  args: string[],
  then: (environment: Map<string, string>) => Promise<void>,
): Promise<number> {
  let announce = (_text: string) => {};
  const announced = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const io = { stdout: { write: announce }, stderr: { write: () => {} }, cwd: '/', env: {} };
  const code = serve(args, io);
  // A refused option ends it before it says anything.
  const text = await Promise.race([announced, code.then(() => '')]);
  const pairs = [...text.matchAll(/^export (\w+)=(.*)$/gm)].map((m) => [m[1]!, m[2]!] as const);
  await then(new Map(pairs));
  process.emit('SIGINT');
  return code;
}

describe('serve', () => {
  it('shows its keys although the shell has them from an earlier service', async () => {
    let key = '';
    await served([], async (env) => {
      key = env.get('CHATSPEC_API_KEY')!;
    });
    let said = '';
    const stdout = { write: (text: string) => (said += text) };
    const io = { stdout, stderr: stdout, cwd: '/', env: { CHATSPEC_API_KEY: key } };
    const code = main(['serve'], io as unknown as Io);
    await vi.waitFor(() => expect(said).toContain(`export CHATSPEC_API_KEY=${key}`));
    process.emit('SIGINT');
    expect(await code).toBe(0);
  });

  it('takes a variant by its present and by its former option', async () => {
    for (const option of ['--variant', '--freedom']) {
      expect(await served([option, 'csv/lf'], async (env) => expect(env.size).toBe(6))).toBe(0);
    }
  });

  it('announces what a run needs, answers, and ends when it is interrupted', async () => {
    const code = await served(
      ['--records', '7', '--seed', '3', '--latency', '1', '--rate-limit', '9/1'],
      async (env) => {
        const headers = { Authorization: `Bearer ${env.get('CHATSPEC_API_KEY')}` };
        const response = await fetch(`${env.get('CHATSPEC_BASE_URL')}/api/v1/usage/stats`, { headers });
        expect(await response.json()).toHaveLength(7);
        expect([...env.keys()]).toEqual([
          'CHATSPEC_BASE_URL',
          'CHATSPEC_API_KEY',
          'CHATSPEC_NOBALANCE_KEY',
          'CHATSPEC_OTHER_ORG_KEY',
          'CHATSPEC_MODEL',
          'CHATSPEC_REASONING_MODEL',
        ]);
      },
    );
    expect(code).toBe(0);
  });

  it.each([
    [['--port', 'x'], /--port/],
    [['--records', '-1'], /--records/],
    [['--rate-limit', '5/0'], /--rate-limit/],
    [['--overload', '2'], /--overload/],
    [['--fault', 'no/such'], /no fault or variant/],
    [['--colour'], /--colour/],
    [['--recrods', '5'], /--recrods.*did you mean --records\?$/],
    [['--fault', 'stream/done-mising'], /did you mean stream\/done-missing\?$/],
    [['--hostile', 'no/such'], /no hostile service 'no\/such'.*faults --hostile lists them$/],
    [['--database', '/nowhere/at/all.db'], /could not start/],
  ])('refuses %j in one line', async (args, message) => {
    const io = { stdout: { write: () => {} }, stderr: { write: () => {} }, cwd: '/', env: {} };
    const refusal = serve(args, io);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.not.toThrow(/\n/);
  });
});
