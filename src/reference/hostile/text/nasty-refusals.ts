import type { Hostile } from '../hostile.ts';
import { answer, isCompletion, isPlain, JSON_TYPE } from '../wire.ts';
import { NASTY } from './nasty.ts';

/** Shapes of errors are shown as well. */
export const nastyRefusals: Hostile = {
  id: 'nasty-refusals',
  title: 'refuses with text that acts where it is shown',
  expects: {
    exit: 0,
    only: ['status/*', 'path/*'],
    verdicts: { 'status/named': 'warn', 'status/error-body': 'observed', 'path/completion': 'pass' },
  },
  act: () => (call) => {
    if (!isCompletion(call)) return call.pass();
    if (isPlain(call)) return call.pass();
    const body = JSON.stringify({ error: { message: NASTY, [NASTY]: NASTY } });
    const named = [['x-ratelimit-\x1b[2Jlimit', '1']] as const;
    answer(call.socket, '418 <script>', [JSON_TYPE, ...(call.before % 2 ? named : [])], body);
  },
};
