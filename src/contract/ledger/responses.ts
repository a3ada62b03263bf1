import { type LedgerRow, must, open } from './row.ts';

const FITS = 'completion/fits-schema';

/** Sections 2.7, 2.10 and 3: what completions are. */
export const RESPONSES: readonly LedgerRow[] = [
  must('2.7', 'Required: id, created, model, choices.', FITS, 'completion/body-is-json'),
  must('2.7', '| id | string | |', FITS),
  must('2.7', '| object | string | default chat.completion |', FITS, 'completion/object-name'),
  must('2.7', '| created | integer | |', FITS),
  must('2.7', '| model | string | |', FITS),
  must('2.7', '| service_tier | string | optional |', FITS),
  must('2.7', '| system_fingerprint | string | optional |', FITS),
  must('2.7', '| prompt_token_ids | array of integer | optional |', FITS),
  must('2.7', '| prompt | array | optional |', FITS),
  must('2.7', '| choices | array of Choice | |', FITS),
  must('2.7', '| usage | Usage | |', FITS),
  open(
    '2.7',
    'In one published description, fields that are specific to the backend provider are removed from the response before it is returned; only id, object, created, model, choices, usage (and system_fingerprint) are returned.',
    'completion/members',
    'completion/model-name',
    'completion/token-ids',
  ),
  must(
    '2.7',
    'Choice: index (integer, required), message (Message with the same fields as 2.2, required), finish_reason (string), logprobs (any value), seed (integer), token_ids (array of integer).',
    FITS,
    'completion/role-assistant',
  ),
  must(
    '2.7',
    'Usage: prompt_tokens, completion_tokens, total_tokens (all integer, required).',
    'completion/usage-counts',
  ),
  open('2.10', 'Structure of the logprobs value in a choice: not shown.', 'logprobs/shape'),
  open(
    '2.10',
    'Complete list of accepted model identifiers: not shown (identifiers are published in a pricing list on the platform, and the published lists of hosted models differ from one another).',
    'request/open-unknown-model',
  ),
  open(
    '3',
    'The only state-like value is the string finish_reason of a choice, whose allowed values are not given.',
    'completion/finish-reason-known',
    'tool/ways',
  ),
  open('3', 'Resource states and transitions: not shown.', 'tool/ways'),
];
