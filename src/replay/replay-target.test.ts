import { expect, it } from 'vitest';
import { exchangeLine, runLine } from '../testing/journal.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { createReplay } from './replay-target.ts';
import { storedKeys } from './same-request.ts';
import type { StoredRun } from './stored-exchanges.ts';

const OWNER = 'stream/framing';
const URL = 'http://service.test/api/v1/chat/completions';

type Stored = [turn: number, body: string, url?: string];

/** A replay of requests of one owner, and how many of them it has read. */
function replayOf(requests: readonly Stored[]) {
  const reads: number[] = [];
  const turns = requests.map(([turn, text, url = URL]) => {
    const request = { ...exchangeLine('e1').request, url, body: { text } };
    const line = exchangeLine(`e${turn}`, { owner: OWNER, turn, request });
    const read = () => {
      reads.push(turn);
      return line;
    };
    return { turn, keys: storedKeys(line), read };
  });
  const turnsOf: StoredRun['turnsOf'] = (key) => turns.filter(({ keys }) => keys.includes(key));
  const stored = { run: runLine([]), turnsOf } as Partial<StoredRun> as StoredRun;
  const replay = createReplay({ stored, folder: '.', startedAt: 0, nameOf: (id) => id });
  const ask = async (turn: number, body: string, path = '/api/v1/chat/completions') => {
    const spec: RequestSpec = { method: 'POST', path, body, label: 'a request' };
    return (await replay.send(spec, { owner: OWNER, turn }).catch(() => undefined))?.id;
  };
  return { ask, reads };
}

it('a request has the response of its turn, then of the first other turn with the same request', async () => {
  const { ask } = replayOf([
    [7, 'same'],
    [2, 'same'],
    [5, 'same'],
    [1, 'other'],
  ]);
  expect(await ask(5, 'same')).toBe('e5');
  expect(await ask(1, 'same')).toBe('e2');
  expect(await ask(2, 'same')).toBe('e7');
  expect(await ask(3, 'same')).toBeUndefined();
});

it('redacted bytes and keys match anything', async () => {
  const { ask } = replayOf([
    [1, 'a *** here'],
    [2, '', `${URL}?key=******&n=1`],
    [3, '', `${URL}?n=1`],
  ]);
  expect(await ask(9, 'a key there')).toBeUndefined();
  expect(await ask(9, 'a key here')).toBe('e1');
  expect(await ask(9, '', '/api/v1/chat/completions?key={key}&n=1')).toBe('e2');
  expect(await ask(9, '', '/api/v1/chat/completions?n=1')).toBe('e3');
});

it('a request reads no other requests of its owner, and few redacted ones', async () => {
  const others = Array.from({ length: 2_000 }, (_, i): Stored => [i, i % 2 ? `other ${i}` : 'b****']);
  const { ask, reads } = replayOf([...others, [9_000, 'wanted']]);
  expect(await ask(0, 'wanted')).toBe('e9000');
  expect(reads).toEqual([9_000]);
  expect(await ask(1, 'a1234')).toBeUndefined();
  expect(reads.length).toBeLessThan(100);
});
