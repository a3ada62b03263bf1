import { summaryRedirected } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary } from '../wire.ts';

/** No redirect is followed, so that no key goes astray. */
export const redirectInward: Hostile = {
  id: 'redirect-inward',
  title: 'redirects the summary to an address of the network inside',
  expects: summaryRedirected,
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '302 Found', [['location', 'http://169.254.169.254/latest/meta-data/']]);
  },
};
