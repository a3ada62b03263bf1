import { type LedgerRow, must, open, should } from './row.ts';

/** Sections 2.7 to 3: what answers and usage records are. */
export const RESPONSES: readonly LedgerRow[] = [
  must(
    '2.7',
    'An answer has an id, a time of creation, a model and choices, each of its type.',
    'completion/fits-schema',
    'completion/body-is-json',
  ),
  should('2.7', 'Optional members are left out rather than null.', 'completion/no-nulls'),
  should('2.7', 'The object is named chat.completion.', 'completion/object-name'),
  should(
    '2.7',
    'The time of creation is in seconds, the id is not empty and not given twice.',
    'completion/created-time',
    'completion/id-given',
    'completion/ids-differ',
  ),
  must(
    '2.7',
    'Every choice has an index and a message.',
    'completion/choices-as-asked',
    'completion/choice-indices',
    'completion/fits-schema',
  ),
  must('2.7', 'Usage, where it is given, has three counts.', 'completion/usage-counts'),
  should(
    '2.7',
    'Usage is given, and its total is the sum of the other two.',
    'completion/usage-present',
    'completion/usage-sums',
  ),
  open(
    '2.7',
    'Which optional members come, and with them which of two descriptions is followed.',
    'completion/members',
    'completion/model-name',
    'completion/token-ids',
  ),
  must(
    '2.8',
    'A record of usage has all members of the list, each of its type and form.',
    'usage/stats-record-schema',
  ),
  must('2.8', 'No count is negative.', 'usage/stats-no-negative-counts'),
  must(
    '2.8',
    'There is one record for each user, model, provider, source and date.',
    'usage/stats-one-record-each',
  ),
  should('2.8', 'The total of a record is the sum of its input and output.', 'usage/stats-total-is-sum'),
  must('2.8', 'Records, summary and export tell the same usage.', 'usage/*'),
  open('2.8', 'Whether the provider is shown, and what comes beyond the list.', 'usage/stats-open-points'),
  must('2.9', 'The summary has all members of the list, each an integer.', 'usage/summary-*'),
  open('2.10', 'The structure of log probabilities is not shown.', 'logprobs/shape'),
  open('2.10', 'Which model identifiers are accepted is not shown.', 'request/open-unknown-model'),
  should(
    '3',
    'The finish reason is a string that OpenAI documents, and says what ended the choice.',
    'completion/finish-reason-known',
    'completion/length-when-cut',
    'stream/finish-reason-*',
  ),
  open('3', 'Allowed values of the finish reason and states of resources are not shown.', 'tool/ways'),
];
