import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** A caller must not answer with credentials in another scheme. */
export const asksForOtherSchemes: Hostile = {
  id: 'asks-for-other-schemes',
  title: 'refuses the summary with 401 and asks for Negotiate, NTLM and Basic',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    const schemes = ['Negotiate', 'NTLM', 'Basic realm="all"', `Bearer realm="${'x'.repeat(500)}"`];
    const wanted = schemes.map((scheme) => ['www-authenticate', scheme] as const);
    answer(call.socket, '401 Unauthorized', [JSON_TYPE, ...wanted], '{}');
  },
};
