import { exportFails, summaryFails, summaryUndecided } from './expectations.ts';
import { type Call, type Hostile, only } from './hostile.ts';
import {
  breakOff,
  CHUNKED,
  CSV_TYPE,
  chunk,
  completion,
  head,
  isCompletion,
  isExport,
  isPlain,
  isSummary,
  JSON_TYPE,
} from './wire.ts';

/** Whether the temperature is to be refused. */
function isTooHot({ body }: Call): boolean {
  try {
    const { temperature = 0 } = JSON.parse(body.toString());
    return !(typeof temperature === 'number' && temperature >= 0 && temperature <= 2);
  } catch {
    return false;
  }
}

/** Services that hurt by where they reset the connection: each place leaves the parser in another state. */
export const resets: readonly Hostile[] = [
  {
    id: 'reset-in-status-line',
    title: 'resets the connection of the summary within the status line',
    expects: summaryUndecided(/the connection was (reset|closed)/, { seconds: 45 }),
    act: only(isSummary, (call) => {
      breakOff(call.socket, 'HTTP/1.1 20');
    }),
  },
  {
    id: 'reset-in-headers',
    title: 'resets the connection of the summary within the headers',
    expects: summaryUndecided(/the connection was (reset|closed)/, { seconds: 45 }),
    act: only(isSummary, (call) => {
      breakOff(call.socket, head('200 OK', [JSON_TYPE]).subarray(0, 30));
    }),
  },
  {
    id: 'reset-in-blank-line',
    title: 'resets the connection of the summary before the blank line after the headers',
    expects: summaryUndecided(/the connection was (reset|closed)/, { seconds: 45 }),
    act: only(isSummary, (call) => {
      breakOff(call.socket, head('200 OK', [JSON_TYPE]).subarray(0, -2));
    }),
  },
  {
    id: 'reset-in-body-start',
    title: 'resets the connection of the summary right after the headers',
    expects: summaryFails(/the connection was reset within the body/),
    act: only(isSummary, (call) => {
      breakOff(call.socket, head('200 OK', [JSON_TYPE, ['content-length', '90']]));
    }),
  },
  {
    id: 'reset-in-body',
    title: 'resets the connection of the summary within the body',
    expects: summaryFails(/the connection was reset within the body/),
    act: only(isSummary, (call) => {
      breakOff(call.socket, head('200 OK', [JSON_TYPE, ['content-length', '90']]), '{"total_');
    }),
  },
  {
    id: 'reset-in-chunk-size',
    title: 'resets the connection of the summary within a chunk size',
    expects: summaryFails(/the connection was reset within the body/),
    act: only(isSummary, (call) => {
      breakOff(call.socket, head('200 OK', [JSON_TYPE, CHUNKED]), '1');
    }),
  },
  {
    id: 'reset-in-last-chunk',
    title: 'resets the connection of the summary within the last chunk',
    expects: summaryFails(/the connection was reset within the body/),
    act: only(isSummary, (call) => {
      breakOff(call.socket, head('200 OK', [JSON_TYPE, CHUNKED]), chunk('{}'), '0\r\n');
    }),
  },
  // Paid for, and lost on the way.
  {
    id: 'reset-in-completion',
    title: 'resets the connection within the body of every completion that is not streamed',
    expects: {
      exit: 1,
      only: ['completion/*', 'stream/ends-with-done'],
      profile: 'smoke',
      verdicts: {
        'completion/body-ends': 'fail',
        'completion/body-is-json': 'inconclusive',
        'completion/fits-schema': 'inconclusive',
        'stream/ends-with-done': 'pass',
      },
      says: /the connection was reset within the body, \d+ times? after \d+ bytes/,
      seconds: 40,
    },
    act: (scene) => (call) => {
      if (!isPlain(call)) return call.pass();
      const body = Buffer.from(completion(scene.model, 'one'));
      const start = head('200 OK', [JSON_TYPE, ['content-length', String(body.length)]]);
      breakOff(call.socket, start, body.subarray(0, 60));
    },
  },
  // The part so far would be a valid export.
  {
    id: 'reset-in-export',
    title: 'resets the connection after the first row of the export',
    expects: exportFails(/the connection was reset within the body/, { seconds: 40 }),
    act: only(isExport, (call) => {
      const rows = Buffer.from('date,input_tokens,output_tokens\n2026-01-05,1,2\n');
      breakOff(call.socket, head('200 OK', [CSV_TYPE]), rows);
    }),
  },
  // The status had arrived already, and is sufficient.
  {
    id: 'reset-in-refusal',
    title: 'resets the connection within the refusal of a temperature',
    expects: {
      exit: 0,
      only: ['request/temperature-*', 'request/n-below-minimum', 'usage/stats-is-array'],
      profile: 'smoke',
      verdicts: {
        'request/temperature-above-maximum': 'pass',
        'request/n-below-minimum': 'pass',
        'usage/stats-is-array': 'pass',
      },
      says: /^\d+× cut$/,
      seconds: 40,
    },
    act: () => (call) => {
      if (!isCompletion(call) || !isTooHot(call)) return call.pass();
      const start = head('422 Unprocessable Entity', [JSON_TYPE, ['content-length', '90']]);
      breakOff(call.socket, start, '{"error');
    },
  },
];
