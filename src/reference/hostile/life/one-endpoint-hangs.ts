import type { Hostile } from '../hostile.ts';
import { isExport } from '../wire.ts';

/** One bad endpoint spoils its own checks and no others. */
export const oneEndpointHangs: Hostile = {
  id: 'one-endpoint-hangs',
  title: 'never answers the export, and everything else at once',
  expects: {
    exit: 3,
    only: ['4.3', '4.4'],
    verdicts: {
      'usage/summary-schema': 'pass',
      'usage/summary-range': 'pass',
      'usage/export-is-csv': 'inconclusive',
    },
    says: /export no longer answers: no response headers within/,
    timeout: 1,
    seconds: 45,
  },
  act: () => (call) => {
    if (!isExport(call)) call.pass();
  },
};
