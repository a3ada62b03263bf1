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

/** In which way a clause was broken, where a judge can tell ways apart; findings broken alike are told as one. */
export type Breach =
  | 'unlocked'
  | 'absent'
  | 'valid-refused'
  | 'server-error'
  | 'bad-accepted'
  | 'other-refusal';

/** What a way of breaking does, whatever the check is about; `undefined`: that depends on the check. */
const HARM_OF_BREACH: Readonly<Record<Breach, Harm | undefined>> = {
  unlocked: 'doors',
  absent: undefined,
  'valid-refused': 'clients',
  'server-error': 'clients',
  'bad-accepted': 'leniency',
  'other-refusal': 'form',
};

/**
 * What it means when a check does not hold, by its id: the first pattern that fits. A check may say otherwise itself
 * (`Check.harm`), and so may a finding by the way in which it was broken.
 */
const HARM_OF_CHECKS: readonly (readonly [RegExp, Harm])[] = [
  [
    /^auth\/(usage-refusal-status|usage-refused-as-usual|www-authenticate|key-or-parameters-first|lower-case-bearer)$/,
    'form',
  ],
  [/^(auth|isolation)\/|^usage\/stats-one-organization$/, 'doors'],
  [/^usage\/[a-z]+-refuses-/, 'leniency'],
  [
    /^usage\/(export-(dialect|one-header|plain-numbers|row-per-record)|invalid-refused-as-usual|stats-open-points)$/,
    'form',
  ],
  [/^(usage|accounting|billing)\/|^path\/(stats|summary|export)$/, 'money'],
  [/^completion\/usage-|^stream\/usage-sums$/, 'money'],
  [/^completion\/(status-200|content-type|body-|fits-schema|role-|choice-indices)/, 'clients'],
  [
    /^status\/(rate-limit|after-refusal)$|^(client|path)\/|^tool\/(call-shape|arguments-are-strings)$/,
    'clients',
  ],
  [/^request\/(accepts-|open-(client-fields|null-content|tool-members)|null-where-listed)/, 'clients'],
  [/^request\/.*-at-(minimum|maximum)$|^request\/streamed-refusals$/, 'clients'],
  [/^completion\/(choices-as-asked|stop-absent|within-limit|length-when-cut|same-seed)$/, 'answers'],
  [/^stream\/(choices-as-asked|same-kind)$|^(tool|format|logprobs|reasoning)\//, 'answers'],
  [/^stream\/(created-time|object-name|same-created|same-model|layout|no-)/, 'form'],
  [/^stream\//, 'clients'],
  [/^request\/(open-|published-description)/, 'form'],
  [/^request\//, 'leniency'],
];

/** What it means when the check with this id does not hold. */
export function harmOfCheck(id: string): Harm {
  return HARM_OF_CHECKS.find(([pattern]) => pattern.test(id))?.[1] ?? 'form';
}

/** What a finding means: by the way in which the clause was broken, else as `check` says. */
export function harmOfBreach(breach: Breach | undefined, check: Harm): Harm {
  return (breach && HARM_OF_BREACH[breach]) ?? check;
}

/** The worst of several; `otherwise` when there is none. */
export function worstHarm(harms: Iterable<Harm>, otherwise: Harm): Harm {
  const found = new Set(harms);
  return HARMS.find((harm) => found.has(harm)) ?? otherwise;
}
