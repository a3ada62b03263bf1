import type { Hostile } from './hostile.ts';
import { isExport, reset } from './wire.ts';

/** Services that are hostile in their availability. */
export const life: readonly Hostile[] = [
  // Requests during the outage are repeated.
  {
    id: 'dies-and-returns',
    title: 'dies for two seconds in the middle of the run, and comes back',
    expects: {
      exit: 0,
      only: ['2.1'],
      verdicts: { 'request/temperature-above-maximum': 'pass', 'request/accepts-n': 'pass' },
      never: ['inconclusive'],
      seconds: 45,
    },
    act: () => {
      let diedAt: number | undefined;
      return (call) => {
        if (call.before === 20) diedAt = Date.now();
        if (diedAt !== undefined && Date.now() - diedAt < 2_000) return reset(call.socket);
        call.pass();
      };
    },
  },
  // The rest of the run is not worth a thousand limits.
  {
    id: 'dies-for-good',
    title: 'dies in the middle of the run',
    expects: {
      exit: 3,
      only: ['2.1', '6', '4.2'],
      verdicts: { 'stream/ends-with-done': 'inconclusive', 'usage/stats-page-size': 'inconclusive' },
      says: /stopped answering: the connection was reset before any response/,
      seconds: 45,
    },
    act: () => (call) => (call.before < 20 ? call.pass() : reset(call.socket)),
  },
  // Every request costs a whole limit.
  {
    id: 'falls-silent-for-good',
    title: 'stops answering in the middle of the run, and still accepts',
    expects: {
      exit: 3,
      only: ['2.1', '6', '4.2'],
      verdicts: { 'stream/ends-with-done': 'inconclusive', 'usage/stats-page-size': 'inconclusive' },
      says: /stopped answering: no response headers within/,
      timeout: 1,
      seconds: 60,
    },
    act: () => (call) => {
      if (call.before < 20) call.pass();
    },
  },
  // Slow is not wrong.
  {
    id: 'slow-after-fifty',
    title: 'is a hundred times slower after 50 requests',
    expects: {
      exit: 0,
      only: ['2.1'],
      verdicts: { 'request/temperature-above-maximum': 'pass', 'request/accepts-n': 'pass' },
      never: ['inconclusive'],
      seconds: 45,
    },
    act: () => (call) => {
      if (call.before < 50) call.pass();
      else setTimeout(call.pass, 300);
    },
  },
  // One bad endpoint spoils its own checks and no others.
  {
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
      says: /requests of this kind get no answer: GET \S+export: no response headers within/,
      timeout: 1,
      seconds: 45,
    },
    act: () => (call) => {
      if (!isExport(call)) call.pass();
    },
  },
];
