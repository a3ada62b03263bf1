/** A part of the contract; the first segment of a check's id and the word for `--require`. */
export const AREAS = [
  'request',
  'completion',
  'tool',
  'format',
  'logprobs',
  'reasoning',
  'stream',
  'client',
  'usage',
  'accounting',
  'isolation',
  'path',
  'auth',
  'billing',
  'status',
] as const;
export type Area = (typeof AREAS)[number];
