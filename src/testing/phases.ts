import { PHASES } from '../run/phases.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Phases } from '../vocabulary/phases.ts';

/** Phases of a run that plans nothing and has no usage: only the control is asked, with this function. */
export const phases = (plain: Phases['plain']): Phases => ({
  ...PHASES,
  plain,
  planned: () => [],
  usageNames: () => Promise.reject(new Error('no usage')),
});

/** A requester that sends everything with this function, once, and shares no response. */
export function requester(send: Requester['send']): Requester {
  const ask: Requester = {
    round: 1,
    send,
    sendOnce: send,
    sendControl: send,
    shared: (_, make) => make(ask),
    answered: (row) => PHASES.answered(ask, row),
    reply: (row, at) => PHASES.reply(ask, row, at),
  };
  return ask;
}
