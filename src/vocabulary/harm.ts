/**
 * The harm of a violation to users of the service, the worst first:
 *
 * - `doors`: keys, organizations and secrets: access, or data, for the wrong person
 * - `money`: billing and counting: the 402 of an empty wallet, usage, totals
 * - `clients`: programs stop working: rejected valid requests, responses and streams that official clients cannot
 *   read, server errors for mistakes of the caller (clients retry them)
 * - `answers`: the response differs from the request: tools, formats and limits that are not honored
 * - `leniency`: invalid requests are accepted, so that mistakes of callers go unnoticed
 * - `form`: the rest: no direct harm
 */
export const HARMS = ['doors', 'money', 'clients', 'answers', 'leniency', 'form'] as const;
export type Harm = (typeof HARMS)[number];

/** The kind of a violation, if a judge can distinguish kinds; findings of the same kind are grouped. */
export type Breach =
  | 'unlocked'
  | 'absent'
  | 'valid-refused'
  | 'server-error'
  | 'bad-accepted'
  | 'other-refusal';

/** The harm of a kind of violation for any check; that of the others depends on the check. */
const HARM_OF_BREACH: Readonly<Partial<Record<Breach, Harm>>> = {
  unlocked: 'doors',
  'valid-refused': 'clients',
  'server-error': 'clients',
  'bad-accepted': 'leniency',
  'other-refusal': 'form',
};

/** The assumption for records of older versions without it. */
export const UNTOLD_HARM: Harm = 'form';

/** The harm of a finding: by its kind of violation, else that of `check`. */
export function harmOfBreach(breach: Breach | undefined, check: Harm): Harm {
  return (breach && HARM_OF_BREACH[breach]) ?? check;
}

/** The worst of several; `otherwise` if there is none. */
export function worstHarm(harms: Iterable<Harm>, otherwise: Harm): Harm {
  const found = new Set(harms);
  return HARMS.find((harm) => found.has(harm)) ?? otherwise;
}
