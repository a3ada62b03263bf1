import { must, open, type Sections, silent, untestable } from './row.ts';

/** Sections 6 and 7: streams and statuses. */
export const STREAMS_AND_ERRORS: Sections = {
  '6': [
    must(
      'The service sends no event other than the streamed response of the completion endpoint.',
      'stream/only-when-asked',
    ),
    must('When stream is true, the 200 response has content type text/event-stream.', 'stream/content-type'),
    must(
      'Framing is OpenAI style: each chunk is a line starting with data: followed by a JSON chunk and a blank line.',
      'stream/one-data-line',
      'stream/payloads-are-json',
      'stream/valid-utf8',
    ),
    must(
      'The stream ends with the line data: [DONE] followed by a blank line.',
      'stream/ends-with-done',
      'stream/done-*',
      'stream/nothing-after-done',
      'stream/body-ends',
    ),
    open('The field layout of a chunk: not shown beyond this framing.', 'stream/layout'),
    silent('Webhooks or other event notifications: not shown.', 'there is nothing to ask for'),
  ],
  '7': [
    must('| 200 | Successful Response |', 'completion/status-200'),
    must('| 400 | Invalid Format |', 'request/unparsable-*'),
    must('| 401 | Authentication Fails |', 'auth/completion-*'),
    must('| 402 | Insufficient Balance |', 'billing/empty-wallet-*'),
    must('| 422 | Invalid Parameters |', 'request/*-wrong-type'),
    must('| 429 | Rate Limit Reached |', 'status/rate-limit'),
    untestable('| 500 | Server Error |', 'no request calls for a server error'),
    untestable('| 503 | Server Overloaded |', 'a suite that overloads a service does harm'),
    must(
      'Usage endpoints name the outcomes Authentication Fails, Invalid Parameters and Server Error.',
      'usage/*-stands-odd-values',
      'auth/stats-*',
      'auth/summary-*',
      'auth/export-*',
    ),
    open('Their numeric statuses: not shown.', 'auth/usage-refusal-status', 'usage/*-refuses-*'),
    open('The JSON shape of an error body: not shown.', 'status/error-body', 'status/request-id'),
  ],
  '7.1': [
    must(
      'When the API key is missing or invalid, the status is 401.',
      'auth/completion-no-key',
      'auth/completion-unknown-key',
      'auth/completion-empty-bearer',
      'auth/completion-unknown-key-streamed',
      'auth/completion-altered-key',
      'auth/completion-stream-refused',
    ),
  ],
  '7.2': [
    must(
      'When the wallet balance is insufficient, the status is 402.',
      'billing/empty-wallet-completion',
      'billing/empty-wallet-stream',
      'billing/empty-wallet-shapes',
    ),
  ],
  '7.3': [
    must(
      'When a parameter value is outside its bounds (2.1) or has the wrong type, the status is 422.',
      'request/*-minimum',
      'request/*-maximum',
      'request/*-wrong-type',
      'request/streamed-refusals',
      'request/drawn-violations',
    ),
    must(
      'A body that cannot be parsed is Invalid Format (400).',
      'request/unparsable-*',
      'request/streamed-refusals',
    ),
  ],
  '7.4': [
    must(
      'When the rate limit is reached, the status is 429; when the service is overloaded, the status is 503.',
      'status/rate-limit',
    ),
  ],
};
