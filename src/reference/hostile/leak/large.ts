import type { Hostile } from '../hostile.ts';
import { answer, CSV_TYPE, isExport } from '../wire.ts';

/** Large bodies go to files of their own. */
export const leakLarge: Hostile = {
  id: 'leak-large',
  title: 'returns the key in the middle of an export of 3 MB',
  expects: {
    exit: 1,
    only: ['4.4', 'auth/key-never-returned'],
    verdicts: {
      'auth/key-never-returned': 'warn',
      'usage/export-is-csv': 'fail',
      'usage/totals-requests': 'inconclusive',
    },
    seconds: 40,
  },
  act: (scene) => (call) => {
    if (!isExport(call)) return call.pass();
    const rows = 'id,email,model\n1,a@example.test,model-a\n'.repeat(40_000);
    answer(call.socket, '200 OK', [CSV_TYPE], `${rows}${scene.key}\n${rows}`);
  },
};
