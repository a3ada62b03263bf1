import { must, open, type Sections } from './row.ts';

const FITS = 'completion/fits-schema';

/** Sections 2.7, 2.10 and 3: what completions are. */
export const RESPONSES: Sections = {
  '2.7': [
    must('Required: id, created, model, choices.', FITS, 'completion/body-is-json'),
    must('| id | string | |', FITS),
    must('| object | string | default chat.completion |', FITS, 'completion/object-name'),
    must('| created | integer | |', FITS),
    must('| model | string | |', FITS),
    must('| service_tier | string | optional |', FITS),
    must('| system_fingerprint | string | optional |', FITS),
    must('| prompt_token_ids | array of integer | optional |', FITS),
    must('| prompt | array | optional |', FITS),
    must('| choices | array of Choice | |', FITS),
    must('| usage | Usage | |', FITS),
    open(
      'In one published description, fields that are specific to the backend provider are removed from the response before it is returned; only id, object, created, model, choices, usage (and system_fingerprint) are returned.',
      'completion/members',
      'completion/model-name',
      'completion/token-ids',
    ),
    must(
      'Choice: index (integer, required), message (Message with the same fields as 2.2, required), finish_reason (string), logprobs (any value), seed (integer), token_ids (array of integer).',
      FITS,
      'completion/role-assistant',
    ),
    must(
      'Usage: prompt_tokens, completion_tokens, total_tokens (all integer, required).',
      'completion/usage-counts',
    ),
  ],
  '2.10': [
    open('Structure of the logprobs value in a choice: not shown.', 'logprobs/shape'),
    open(
      'Complete list of accepted model identifiers: not shown (identifiers are published in a pricing list on the platform, and the published lists of hosted models differ from one another).',
      'request/open-unknown-model',
    ),
  ],
  '3': [
    open(
      'The only state-like value is the string finish_reason of a choice, whose allowed values are not given.',
      'completion/finish-reason-known',
      'tool/ways',
    ),
    open('Resource states and transitions: not shown.', 'tool/ways'),
  ],
};
