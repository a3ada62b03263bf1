import { must, open, type Sections, should } from './row.ts';

/** Every rule that checks test and that no sentence of the contract states: it follows, is expected, or is open. */
export const OURS: Sections = {
  '2.1': [
    should('Generation ends before a stop string, which is not part of the text.', 'completion/stop-absent'),
    open('What the same seed makes of the same request is not said.', 'completion/same-seed'),
    should(
      'The limits max_tokens and max_completion_tokens bound each choice.',
      'completion/within-limit',
      'completion/length-when-cut',
    ),
    should(
      'tool_choice required yields a call and none yields none.',
      'tool/required-choice',
      'tool/none-choice',
    ),
    should('Asking for log probabilities yields them.', 'logprobs/given'),
    must('Valid members may stand together.', 'request/accepts-*'),
    open(
      'Fields of the OpenAI format that the list lacks are unknown to the contract and usual for clients.',
      'request/open-client-fields',
    ),
    open(
      'Limits, counts and identifiers have no stated bound.',
      'request/open-*',
      'request/odd-values-stand',
    ),
  ],
  '2.2': [
    should('Reasoning text stands in no other member.', 'reasoning/not-in-content', 'reasoning/shown'),
    open(
      'A replayed call with content null, and roles and parts of the OpenAI format, are not listed.',
      'request/open-null-content',
      'request/openai-values',
    ),
  ],
  '2.3': [
    should('Arguments are one JSON object.', 'tool/arguments-parse'),
    should('Each call of an answer has an id of its own.', 'tool/call-ids'),
  ],
  '2.4': [open('Helpers of clients send members of a tool beyond the list.', 'request/open-tool-members')],
  '2.6': [
    should(
      'The content is JSON for json_object, and fits the schema for json_schema.',
      'format/json-object',
      'format/json-schema',
    ),
  ],
  '2.7': [
    should('Optional members are left out rather than null.', 'completion/no-nulls'),
    should(
      'The time of creation is in seconds; the id is not empty and not given twice.',
      'completion/created-time',
      'completion/id-given',
      'completion/ids-differ',
    ),
    must(
      'Choices are as many as n asks for, with the indices 0 to n-1.',
      'completion/choices-as-asked',
      'completion/choice-indices',
    ),
    should(
      'Usage is given, and its total is the sum of the other two.',
      'completion/usage-present',
      'completion/usage-sums',
    ),
    should(
      'Prompt tokens are above 0, and grow with the conversation, the system message and the tools.',
      'completion/prompt-tokens',
      'completion/prompt-tokens-grow',
    ),
    should(
      'A plain request gets some text, and no text holds marks of a template.',
      'completion/text-given',
      'completion/no-template-marks',
    ),
  ],
  '3': [
    should(
      'The finish reason is one that OpenAI documents, and says what ended the choice.',
      'completion/finish-reason-known',
      'completion/length-when-cut',
      'completion/length-only-when-cut',
      'stream/finish-reason-*',
    ),
  ],
  '4.1': [
    open(
      'What other methods and other Content-Type headers get is not said.',
      'status/other-methods',
      'request/open-content-type',
    ),
    must('A valid streamed request is answered without an error in the stream.', 'stream/served'),
  ],
  '2.8': [
    should('No record was created later than it is shown.', 'usage/stats-created-before-now'),
    must('No count is negative.', 'usage/*-no-negative-counts'),
    should('The total of a record is the sum of its input and output.', 'usage/stats-total-is-sum'),
    must('Records, summary and export tell the same usage.', 'usage/totals-*'),
    must(
      'A completion adds its tokens and one request to the records of its day.',
      'accounting/completions',
      'accounting/streamed',
      'accounting/multi-choice',
      'accounting/tool-call',
      'accounting/reasoning',
      'accounting/concurrent',
      'accounting/no-more-than-sent',
    ),
    should('Usage through the API has the source api.', 'accounting/source-is-api'),
    open(
      'When usage shows, and how choices count, is not said.',
      'accounting/habits',
      'accounting/unstreamed-first',
      'accounting/before',
    ),
  ],
  '2.9': [
    should(
      'The members of the summary mean what their names say.',
      'usage/summary-total-is-sum',
      'usage/summary-unique-*',
      'usage/summary-usage-by-source',
      'usage/summary-date-range-days',
    ),
  ],
  '4.2': [
    should('Parameter names that a user gives are those of the service.', 'usage/given-names-hold'),
    open(
      'The ends of a range, the range without dates, and a reversed range are not described.',
      'usage/open-ranges',
    ),
  ],
  '4.4': [
    should(
      'The export has one header, a row for each record, and numbers that add up.',
      'usage/export-one-header',
      'usage/export-row-per-record',
      'usage/export-read-alike',
      'usage/export-counts',
      'usage/export-models',
      'usage/export-sources',
      'usage/export-users',
      'usage/export-days',
      'usage/export-one-sided-ranges',
      'usage/export-total-is-sum',
    ),
  ],
  '4.5': [
    should(
      'Usage endpoints refuse a key with 401 or 403, and a parameter with 400 or 422.',
      'auth/usage-refused-as-usual',
      'usage/invalid-refused-as-usual',
    ),
  ],
  '5.2': [should('A key is a secret: no answer contains it.', 'auth/key-never-returned')],
  '6': [
    should('Nothing but data lines and blank lines stands between the chunks.', 'stream/no-*'),
    should(
      'Chunks have the layout that OpenAI documents.',
      'stream/documented-types',
      'stream/object-name',
      'stream/same-*',
      'stream/created-time',
      'stream/finish-reason-*',
      'stream/role-first',
      'stream/tool-*',
      'stream/usage-*',
      'stream/choice-indices',
      'stream/no-text-lost',
    ),
    must('A stream is the same under a content coding that the client offers.', 'stream/compressed'),
  ],
  '7': [
    should('The completion endpoint answers with one of eight statuses.', 'status/named'),
    open('Which requests get server errors is not said.', 'status/server-errors'),
  ],
  '7.3': [
    open(
      'Which of two refusals comes first, and what is parsed beyond JSON, is not said.',
      'auth/key-or-parameters-first',
      'request/lenient-*',
      'request/open-bytes',
    ),
  ],
};
