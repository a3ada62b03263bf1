import { borne } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { head } from '../wire.ts';

/** Allowed by HTTP: nothing may be held against it. */
export const interimFew: Hostile = {
  id: 'interim-few',
  title: 'sends a few interim answers before each final one',
  expects: borne(['path/completion', 'path/stats']),
  act: () => (call) => {
    for (let i = 0; i < 3; i++) call.socket.write(head('103 Early Hints', [['link', '</a>']]));
    call.pass();
  },
};
