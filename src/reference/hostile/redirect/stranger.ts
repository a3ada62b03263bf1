import { summaryRedirected } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary } from '../wire.ts';

/** No redirect is followed, so that no key goes astray. */
export const redirectStranger: Hostile = {
  id: 'redirect-stranger',
  title: 'redirects the summary to another origin, which would get the key',
  expects: summaryRedirected,
  act: (scene) => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '307 Temporary Redirect', [['location', `${scene.stranger}${call.path}`]]);
  },
};
