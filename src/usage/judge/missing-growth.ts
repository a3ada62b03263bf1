import { boundsOf, shortBy } from '../accounting/bounds.ts';
import { type Accounts, all, type EndpointTimeline, grown } from '../accounting/endpoint-timeline.ts';
import type { OwnCompletion } from '../accounting/own-completions.ts';
import { MEASURES, minus, type Totals } from '../measures.ts';

/** The kinds of completions that services count in different places, and so lose separately. */
export const KINDS = ['streamed', 'multi-choice', 'tool-call', 'reasoning', 'concurrent'] as const;
export type CountedKind = (typeof KINDS)[number];

const IS: Record<Exclude<CountedKind, 'concurrent'>, (own: OwnCompletion) => boolean> = {
  streamed: (own) => own.streamed,
  'multi-choice': (own) => own.choices > 1,
  'tool-call': (own) => own.tools,
  reasoning: (own) => own.reasoning,
};

/** What a service may take for each kind: all of it, or a part that it handles apart. */
const PARTS: readonly (readonly [CountedKind, string, (own: OwnCompletion) => boolean])[] = [
  ['streamed', 'streamed ones', IS.streamed],
  ['multi-choice', 'multi-choice ones', IS['multi-choice']],
  ['tool-call', 'tool-call ones', IS['tool-call']],
  ['tool-call', 'ones that called a tool', (own) => own.calls],
  ['tool-call', 'unstreamed ones that called a tool', (own) => own.calls && !own.streamed],
  ['tool-call', 'streamed ones that called a tool', (own) => own.calls && own.streamed],
  ['reasoning', 'reasoning ones', IS.reasoning],
];

/** What an endpoint does not show, and the kind that explains it; `undefined` when no kind does. */
export interface MissingGrowth {
  timeline: EndpointTimeline;
  missing: Totals;
  kind: CountedKind | undefined;
  /** The explanation in words. */
  why: string;
}

/** What is missing from an endpoint's growth; undefined when nothing is. */
export function missingGrowth(accounts: Accounts, timeline: EndpointTimeline): MissingGrowth | undefined {
  const own = all(accounts, timeline);
  const missing = shortBy(grown(timeline), boundsOf(own));
  if (MEASURES.every((m) => missing[m] === 0n)) return undefined;
  const { kind, why } = explain(accounts, timeline, own, missing);
  return { timeline, missing, kind, why };
}

type Explanation = Pick<MissingGrowth, 'kind' | 'why'>;

function explain(
  accounts: Accounts,
  timeline: EndpointTimeline,
  own: readonly OwnCompletion[],
  missing: Totals,
): Explanation {
  const successes = own.filter((o) => o.outcome === 'success' && o.usage);
  for (const [kind, words, is] of PARTS) {
    const mine = successes.filter(is);
    if (mine.length === 0 || mine.length === successes.length) continue;
    if (matches(missing, tokensOf(mine))) return { kind, why: `exactly what the ${words} used` };
    const output = tokensOf(mine).output;
    if (matches(missing, { input: 0n, output })) return { kind, why: `exactly the output of the ${words}` };
    const thought = mine.reduce((sum, o) => sum + (o.usage!.reasoning ?? 0n), 0n);
    if (kind === 'reasoning' && thought > 0n && matches(missing, { input: 0n, output: thought })) {
      return { kind, why: 'exactly the tokens of their reasoning' };
    }
    if (!tokensMissing(missing) && missing.total_requests === BigInt(mine.length)) {
      return { kind, why: `as many requests as there were ${words}` };
    }
  }
  return partial(accounts, timeline, successes, missing);
}

/** Some tokens of a kind are missing, or some of the completions that were sent at once. */
function partial(
  accounts: Accounts,
  timeline: EndpointTimeline,
  successes: readonly OwnCompletion[],
  missing: Totals,
): Explanation {
  const round = accounts.round.filter((o) => o.outcome === 'success' && o.usage);
  const inRound = timeline.afterRound
    ? shortBy(minus(timeline.afterRound.totals, timeline.afterRun.totals), boundsOf(round))
    : undefined;
  const tokensInRound = inRound !== undefined && inRound.output_tokens > 0n;
  const outputOnly = missing.input_tokens === 0n && missing.output_tokens > 0n;
  const of = (kind: 'multi-choice' | 'reasoning') => tokensOf(successes.filter(IS[kind])).output;
  if (
    outputOnly &&
    tokensInRound &&
    inRound.output_tokens < of('multi-choice') &&
    missing.output_tokens < of('multi-choice')
  ) {
    return { kind: 'multi-choice', why: 'a part of the output of the multi-choice ones' };
  }
  if (outputOnly && inRound && !tokensInRound && missing.output_tokens <= of('reasoning')) {
    return { kind: 'reasoning', why: 'a part of the output of the reasoning ones' };
  }
  if (inRound && MEASURES.every((m) => inRound[m] === missing[m])) {
    return { kind: 'concurrent', why: 'all of it from the completions that were sent at once' };
  }
  if (inRound && losesWhole(inRound) && sequentialCounted(accounts, timeline)) {
    return {
      kind: 'concurrent',
      why: 'from completions sent at once, while those sent one after the other are in',
    };
  }
  return { kind: undefined, why: 'no single kind of completion explains it' };
}

/** Whole completions are missing, their requests too: not some tokens of each. */
const losesWhole = (missing: Totals): boolean =>
  missing.total_requests > 0n && missing.input_tokens > 0n && missing.output_tokens > 0n;

/** Whether everything that was sent one after the other, after the round, was counted. */
function sequentialCounted({ sentinel }: Accounts, { afterRound, last }: EndpointTimeline): boolean {
  const sent = sentinel.filter((o) => o.outcome === 'success' && o.usage);
  if (sent.length === 0 || !afterRound) return false;
  const lacking = shortBy(minus(last.totals, afterRound.totals), boundsOf(sent));
  return MEASURES.every((m) => lacking[m] === 0n);
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
