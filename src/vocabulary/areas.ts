/** A part of the contract: the first segment of a check's id, and the value of `--require`. */
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

/** The area of a check or of its id. */
export function areaOf(id: string): Area {
  return id.slice(0, id.indexOf('/')) as Area;
}
