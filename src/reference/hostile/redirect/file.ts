import { summaryRedirected } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary } from '../wire.ts';

/** No redirect is followed, so that no key goes astray. */
export const redirectFile: Hostile = {
  id: 'redirect-file',
  title: 'redirects the summary to a file of the caller',
  expects: summaryRedirected,
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '302 Found', [['location', 'file:///etc/passwd']]);
  },
};
