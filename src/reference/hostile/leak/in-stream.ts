import type { Hostile } from '../hostile.ts';
import { answer, event, isStream, SSE_TYPE } from '../wire.ts';

/** Each event holds one letter. */
export const leakInStream: Hostile = {
  id: 'leak-in-stream',
  title: 'returns the key letter by letter in a stream',
  expects: {
    exit: 0,
    only: ['stream/ends-with-done', 'auth/key-never-returned'],
    verdicts: { 'auth/key-never-returned': 'warn', 'stream/ends-with-done': 'pass' },
  },
  act: (scene) => (call) => {
    if (!isStream(call)) return call.pass();
    const events = [...scene.key].map((letter) => event(scene.model, letter)).join('');
    answer(call.socket, '200 OK', [SSE_TYPE], `${events}${event(scene.model, '', 'stop')}data: [DONE]\n\n`);
  },
};
