/**
 * What a breach does to the people who depend on the service, the worst first:
 *
 * - `doors`: keys, organizations and secrets: somebody gets in, or sees what is not his
 * - `money`: what is billed and counted: the 402 of an empty wallet, usage, totals
 * - `clients`: programs stop working: valid requests refused, answers and streams that official clients trip over,
 *   a server error for what is the caller's mistake (clients retry it)
 * - `answers`: the answer is not the one that was asked for: tools, formats, limits not kept
 * - `leniency`: bad requests accepted, so that mistakes of callers go unnoticed
 * - `form`: the rest: nobody is hurt yet
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

/** The harm of a kind of violation for any check; `undefined`: depends on the check. */
const HARM_OF_BREACH: Readonly<Record<Breach, Harm | undefined>> = {
  unlocked: 'doors',
  absent: undefined,
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
