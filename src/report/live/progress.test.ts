import { describe, expect, it } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { result } from '../../testing/journal.ts';
import { openScreen } from '../../testing/screen.ts';
import { DEFAULTS, type Settings } from '../../vocabulary/settings.ts';
import { visible } from '../text.ts';
import { createProgress, type ProgressOptions } from './progress.ts';

const HOSTILE = 'evil \u001b]0;title\u0007\u202e\nline';
const SETTINGS: Settings = { ...DEFAULTS, baseUrl: 'http://service.test', model: 'small', seed: 7 };

const checks = (count: number, clause = '6') =>
  Array.from({ length: count }, (_, i) => ({ id: `stream/c${i}`, clauses: [clause] }) as never);

function options(parts: Partial<ProgressOptions> = {}): ProgressOptions {
  return { checks: checks(20), settings: SETTINGS, env: {}, amount: 'usual', trace: false, ...parts };
}

/** A completion that took this many tokens. */
const completion = (id: string, tokens: number) => ({
  ...exchange({
    method: 'POST',
    url: 'http://service.test/api/v1/chat/completions',
    request: { model: 'small', messages: [], max_tokens: 16 },
    body: JSON.stringify({
      usage: { prompt_tokens: 10, completion_tokens: tokens, total_tokens: 10 + tokens },
    }),
  }),
  id,
});

describe('in a terminal', () => {
  it('a run with a slow service, at five moments', async () => {
    let now = Date.UTC(2026, 0, 15);
    const screen = openScreen(72, 16);
    const progress = createProgress(
      screen,
      options({ now: () => now, settings: { ...SETTINGS, prices: { input: 1, output: 100 } } }),
    );
    await progress.drawn;
    const screenAfter = async (seconds: number) => {
      now += seconds * 1000;
      progress.tick();
      return `\n${await screen.look()}\n`;
    };
    progress.sent({ id: 'e1', label: 'a plain completion' });
    expect(await screenAfter(9)).toMatchInlineSnapshot(`
      "
      ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  9 s
      0 of 20 checks
      0 requests  0 of at most 180 billed  0 tokens used  0.0000 USD
      waiting for a response for 9 s, at most 2 min 51 s more: a plain
      completion
      "
    `);

    progress.exchange(completion('e1', 12));
    progress.plan({ requests: 100, billable: 40, tokens: 640 });
    for (let i = 2; i <= 20; i++) {
      progress.sent({ id: `e${i}`, label: 'a bad request' });
      if (i <= 12) progress.exchange(completion(`e${i}`, 5));
    }
    for (let i = 0; i < 6; i++) progress.result(result(`stream/c${i}`, 'pass'));
    progress.result(result('stream/c0', 'pass'));
    expect(await screenAfter(15)).toMatchInlineSnapshot(`
      "
      ███░░░░░░░░░░░░░░░░░░░░░░░░░░░ 12 %  24 s, at least 1 min 6 s left
      6 of 20 checks
      ✓ 6
      12 of about 100 requests  12 of at most 180 billed  187 tokens used
      0.0068 USD
      waiting for 8 responses for 15 s, at most 2 min 45 s more: a bad
      request
      "
    `);

    progress.result(result('stream/c6', 'fail', { message: `expected: status 422; got: ${HOSTILE}` }));
    const blocked = { message: 'rests on stream/c6', blockedBy: 'stream/c6' };
    progress.result(result('stream/c7', 'inconclusive', blocked));
    for (const id of ['stream/c8', 'stream/c9'])
      progress.result(result(id, 'inconclusive', { message: 'the service answered 503' }));
    expect(await screenAfter(6)).toMatchInlineSnapshot(`
      "
      ✗ failed  stream/c6: expected: status 422; got: evil
      \\u{1b}]0;title\\u{7}\\u{202e}\\nline
      ? inconclusive  stream/c8: the service answered 503
      ███░░░░░░░░░░░░░░░░░░░░░░░░░░░ 12 %  30 s, at least 1 min 6 s left
      10 of 20 checks
      ✗ 1  ? 3  ✓ 6
      12 of about 100 requests  12 of at most 180 billed  187 tokens used
      0.0068 USD
      waiting for 8 responses for 21 s, at most 2 min 39 s more: a bad
      request
      "
    `);

    for (let i = 13; i <= 20; i++) progress.exchange(completion(`e${i}`, 5));
    const over = progress.waits('totals', now + 90_000);
    progress.waits('a pause of accounting/x', now + 8_000)();
    expect(await screenAfter(49)).toMatchInlineSnapshot(`
      "
      ✗ failed  stream/c6: expected: status 422; got: evil
      \\u{1b}]0;title\\u{7}\\u{202e}\\nline
      ? inconclusive  stream/c8: the service answered 503
      █████░░░░░░░░░░░░░░░░░░░░░░░ 20 %  1 min 19 s, at least 1 min 0 s left
      10 of 20 checks
      ✗ 1  ? 3  ✓ 6
      20 of about 100 requests  20 of at most 180 billed  307 tokens used
      0.0109 USD
      waiting for totals, at most 41 s more
      "
    `);

    over();
    for (let i = 10; i < 20; i++) progress.result(result(`stream/c${i}`, 'pass'));
    progress.end();
    progress.result(result('stream/late', 'fail'));
    expect(await screenAfter(1)).toMatchInlineSnapshot(`
      "
      ✗ failed  stream/c6: expected: status 422; got: evil
      \\u{1b}]0;title\\u{7}\\u{202e}\\nline
      ? inconclusive  stream/c8: the service answered 503
      "
    `);
  });

  it('each line fits into 60 columns and into 30', async () => {
    for (const columns of [60, 30]) {
      const screen = openScreen(columns);
      const progress = createProgress(screen, options());
      await progress.drawn;
      progress.sent({ id: 'e1', label: 'a completion with a very long name that goes on and on' });
      for (const verdict of ['pass', 'warn', 'observed', 'inconclusive', 'error'] as const)
        progress.result(result(`stream/${verdict}`, verdict, { message: 'm' }));
      const lines = (await screen.look()).split('\n');
      expect(lines.findLast((line) => line.startsWith('waiting for'))?.length).toBeLessThan(columns);
      progress.end();
      expect(await screen.look()).not.toContain('waiting');
    }
  });

  it('verbose tells every check, trace every exchange', async () => {
    const screen = openScreen(100);
    const progress = createProgress(screen, options({ amount: 'verbose', trace: true }));
    await progress.drawn;
    progress.exchange(completion('e1', 3));
    progress.result(result('stream/c1', 'pass'));
    progress.end();
    const text = await screen.look();
    expect(text).toMatch(/^e1 {2}POST \/api\/v1\/chat\/completions {2}200 {2}\d+ ms {2}\d+ bytes/m);
    expect(text).toContain('✓ passed  stream/c1: held in 1 exchange');
  });
});

describe('in a pipe', () => {
  function piped(parts: Partial<ProgressOptions> = {}) {
    let written = '';
    const two = [...checks(2), { id: 'request/n', clauses: ['2.1.3'] } as never];
    const progress = createProgress(
      { write: (t: string) => (written += t) },
      options({ checks: two, ...parts }),
    );
    progress.sent({ id: 'e1', label: 'x' });
    progress.exchange(completion('e1', 1));
    progress.result(result('stream/c0', 'pass'));
    progress.result(result('request/n', 'fail', { message: HOSTILE }));
    progress.result(result('stream/c1', 'warn'));
    progress.end();
    return written;
  }

  it('it is a line a section, and nothing twice', () => {
    expect(piped().split('\n')).toEqual([
      '2.1  Completion request  0 passed, 1 failed of 1: request/n',
      '6  Streams  1 passed, 0 failed, 1 warned of 2',
      '',
    ]);
  });

  it('a result that later answers change replaces the first one', () => {
    let written = '';
    const progress = createProgress({ write: (t: string) => (written += t) }, options({ checks: checks(2) }));
    progress.result(result('stream/c0', 'pass'));
    progress.result(result('stream/c0', 'warn'));
    progress.result(result('stream/c1', 'pass'));
    progress.result(result('stream/c1', 'pass'));
    progress.result(result('stream/c1', 'fail'));
    expect(written.split('\n')).toEqual([
      '6  Streams  1 passed, 0 failed, 1 warned of 2',
      '6  Streams  later answers changed stream/c1: failed',
      '',
    ]);
  });

  it('verbose adds the checks, trace the exchanges; quiet is nothing at all', () => {
    const lines = piped({ amount: 'verbose', trace: true }).split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[2]).toContain('✗ failed  request/n: evil \\u{1b}]0;title\\u{7}\\u{202e}\\nline');
    expect(visible(lines.join('\n'))).toBe(lines.join('\n'));
    expect(piped({ amount: 'quiet', trace: true })).toBe('');
  });
});
