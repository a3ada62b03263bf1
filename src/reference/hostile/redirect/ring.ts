import { summaryRedirected } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary } from '../wire.ts';

/** No redirect is followed, so that no key goes astray. */
export const redirectRing: Hostile = {
  id: 'redirect-ring',
  title: 'redirects the summary in a ring',
  expects: summaryRedirected,
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '307 Temporary Redirect', [['location', `${call.path}?round=${call.before}`]]);
  },
};
