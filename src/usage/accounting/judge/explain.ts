import type { Totals } from '../../measures.ts';
import type { OwnCompletion } from '../own-completions.ts';
import type { StepName } from '../requests.ts';

/** Kinds of completions that services count in different places, and may lose separately. */
export type CountedKind = Exclude<StepName, 'plain'>;

/** The possible lost usage for each kind: all of it, or a part that is handled separately. */
const PARTS: readonly (readonly [CountedKind, string, (own: OwnCompletion) => boolean])[] = [
  ['streamed', 'streamed completions', (own) => own.streamed],
  ['multi-choice', 'multi-choice completions', (own) => own.choices > 1],
  ['multi-choice', 'unstreamed multi-choice completions', (own) => own.choices > 1 && !own.streamed],
  ['multi-choice', 'streamed multi-choice completions', (own) => own.choices > 1 && own.streamed],
  ['tool-call', 'completions with tools', (own) => own.tools],
  ['tool-call', 'completions that called a tool', (own) => own.calls],
  ['tool-call', 'unstreamed completions that called a tool', (own) => own.calls && !own.streamed],
  ['tool-call', 'streamed completions that called a tool', (own) => own.calls && own.streamed],
  ['tool-call', 'streamed completions with tools', (own) => own.tools && own.streamed],
  ['tool-call', 'unstreamed completions with tools', (own) => own.tools && !own.streamed],
  ['reasoning', 'reasoning completions', (own) => own.reasoning],
  ['reasoning', 'unstreamed reasoning completions', (own) => own.reasoning && !own.streamed],
  ['reasoning', 'streamed reasoning completions', (own) => own.reasoning && own.streamed],
];

/** Further possible losses, which no check reports by itself. */
const OTHERS: readonly (readonly [string, (own: OwnCompletion) => boolean])[] = [
  ['completions that the limit cut', (own) => own.cut],
  ['completions that ended by themselves', (own) => !own.cut],
  ...[1, 2, 3, 4, 5, 6, 8, 10].map(
    (most) =>
      [
        `completions of ${most} output tokens or fewer`,
        ({ usage }: OwnCompletion) => usage !== undefined && usage.output <= BigInt(most),
      ] as const,
  ),
];

/** A kind that explains the missing usage, with the explanation; no kind if none does. */
export interface Explanation {
  kind: CountedKind | undefined;
  why: string;
  /** The number of these completions, if nothing of them is counted. */
  whole?: number;
}

/** The kind of which exactly all, all output or all requests are missing. */
export function explain(own: readonly OwnCompletion[], missing: Totals): Explanation {
  const successes = own.filter((o) => o.outcome === 'success');
  const known = lostKind(successes, missing) ?? lostOtherwise(successes, missing);
  if (known) return known;
  // Unreported usage may equal the missing usage: no kind is then named.
  const silent = successes.filter((o) => !o.usage).length;
  if (silent > 0) return { kind: undefined, why: `${silent} of our completions reported no usage` };
  if (successes.length > 0 && matches(missing, tokensOf(successes)))
    return { kind: undefined, why: `exactly the usage of all our completions: ${inWords(successes)}` };
  return { kind: undefined, why: 'not attributable to one kind of completion' };
}

/** The kind of a check that explains the missing usage. */
function lostKind(successes: readonly OwnCompletion[], missing: Totals): Explanation | undefined {
  for (const [kind, words, is] of PARTS) {
    const mine = successes.filter(is);
    if (mine.length === 0 || (mine.length === successes.length && mine.length > 1)) continue;
    const told = mine.filter((o) => o.usage);
    const { input, output } = tokensOf(told);
    if (told.length > 0 && matches(missing, { input, output }))
      return { kind, why: `exactly the usage of the ${words}`, whole: mine.length };
    if (told.length > 0 && matches(missing, { input: 0n, output }))
      return { kind, why: `exactly the output of the ${words}` };
    if (!tokensMissing(missing) && missing.total_requests === BigInt(mine.length))
      return { kind, why: `as many requests as ${words}`, whole: mine.length };
  }
  return undefined;
}

/** Completions with another common feature, of which exactly all or all output is missing. */
function lostOtherwise(successes: readonly OwnCompletion[], missing: Totals): Explanation | undefined {
  for (const [words, is] of OTHERS) {
    const told = successes.filter((one) => is(one) && one.usage);
    if (told.length === 0 || told.length === successes.length) continue;
    const { input, output } = tokensOf(told);
    if (matches(missing, { input, output }))
      return { kind: undefined, why: `exactly the usage of the ${words}`, whole: told.length };
    if (matches(missing, { input: 0n, output }))
      return { kind: undefined, why: `exactly the output of the ${words}` };
  }
  return undefined;
}

/** Their number, and their kind if it is the same. */
function inWords(own: readonly OwnCompletion[]): string {
  const words = PARTS.find(([, , is]) => own.every(is))?.[1] ?? 'completions';
  return own.length === 1 ? 'a single one' : `${own.length} ${words}`;
}

interface Tokens {
  input: bigint;
  output: bigint;
}

function tokensOf(own: readonly OwnCompletion[]): Tokens {
  return own.reduce(
    (sum, o) => ({ input: sum.input + o.usage!.input, output: sum.output + o.usage!.output }),
    { input: 0n, output: 0n },
  );
}

const matches = (missing: Totals, tokens: Tokens): boolean =>
  tokens.input + tokens.output > 0n &&
  missing.input_tokens === tokens.input &&
  missing.output_tokens === tokens.output;

const tokensMissing = (missing: Totals): boolean =>
  missing.input_tokens + missing.output_tokens + missing.total_tokens > 0n;

/** With more possible sums than this, one of them may match by chance. */
const MOST_SUMS = 16_384;

/** How a service counts, apart from the tokens of delayed usage. */
export interface Counting {
  /** Amounts of input of which one may be missing too: it is booked separately. */
  apart?: ReadonlySet<bigint>;
  /** Maximum number of apparently missing requests, fewer than are delayed; undefined if unknown. */
  covered?: number | undefined;
}

/**
 * Whether possibly delayed completions explain the missing usage: in tokens, and in requests as far as their
 * substitutes are known; in requests alone if no token is missing. True if there are too many to be tried.
 */
export function mayBeLate(
  missing: Totals,
  late: readonly OwnCompletion[],
  { apart = new Set([0n]), covered }: Counting = {},
): boolean {
  if (late.some(({ usage, outcome }) => outcome !== 'success' || !usage)) return true;
  const { input_tokens, output_tokens, total_requests } = missing;
  if (!tokensMissing(missing)) return total_requests <= late.length;
  // Some services count requests at once and tokens later.
  const isMissing = ({ input, output, requests }: Sum) =>
    output === output_tokens &&
    apart.has(input_tokens - input) &&
    (covered === undefined ||
      total_requests === 0n ||
      (requests >= total_requests && requests <= Number(total_requests) + covered));
  const none = { input: 0n, output: 0n, requests: 0 };
  if (isMissing(none)) return true;
  const sums = new Map([[keyOf(none), none]]);
  for (const { usage } of late) {
    for (const before of [...sums.values()]) {
      const input = before.input + usage!.input;
      const output = before.output + usage!.output;
      if (input > input_tokens || output > output_tokens) continue;
      const sum = { input, output, requests: before.requests + 1 };
      sums.set(keyOf(sum), sum);
      if (isMissing(sum) || sums.size > MOST_SUMS) return true;
    }
  }
  return false;
}

/** The usage of some completions. */
interface Sum extends Tokens {
  requests: number;
}

const PART = 2 ** 20;

/** The key of a sum: a number if it fits, since text is slow. */
function keyOf({ input, output, requests }: Sum): number | string {
  return input < PART && output < PART && requests < 2 ** 13
    ? (requests * PART + Number(input)) * PART + Number(output)
    : `${input} ${output} ${requests}`;
}
