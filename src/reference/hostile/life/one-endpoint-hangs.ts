import type { Hostile } from '../hostile.ts';
import { isExport } from '../wire.ts';

/** One bad endpoint spoils its own checks and no others. */
export const oneEndpointHangs: Hostile = {
  id: 'one-endpoint-hangs',
  title: 'never answers the export, and everything else at once',
  expects: { exit: [1, 3], only: ['4.3', '4.4'], shows: ['pass'], seconds: 40 },
  act: () => (call) => {
    if (!isExport(call)) call.pass();
  },
};
