import { summaryRedirected } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary } from '../wire.ts';

/** No redirect is followed, so that no key goes astray. */
export const redirectDowngrade: Hostile = {
  id: 'redirect-downgrade',
  title: 'redirects the summary to a host that is no host',
  expects: summaryRedirected,
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '302 Found', [['location', 'http://%00@:99999999/']]);
  },
};
