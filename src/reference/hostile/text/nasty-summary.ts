import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';
import { NASTY } from './nasty.ts';

/** Reports and terminals must show it as text. */
export const nastySummary: Hostile = {
  id: 'nasty-summary',
  title: 'fills the summary with text that acts where it is shown',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], JSON.stringify({ [NASTY]: NASTY, total_tokens: NASTY }));
  },
};
