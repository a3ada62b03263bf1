import { hash } from '../chance.ts';
import type { CompletionRequest, TokenLogprob } from '../completion-types.ts';

/** The places of the toy's sentences; each is filled with one of its words, and each word is one token. */
export const PLACES = {
  opening: words(
    'Surely Well Indeed Yes Often Today Maybe Truly Here Once Soon Look Mostly Gladly Still Now Right Fine Okay Naturally Clearly Listen Perhaps Always',
  ),
  adjective: words(
    'calm quiet bright small early green open steady warm clear gentle narrow silver patient hidden simple plain golden distant modest hollow humble nimble tidy',
  ),
  noun: words(
    'harbor lantern river garden window signal letter market bridge meadow engine morning island compass kettle orchard pencil valley thread mirror ticket saddle basket anchor',
  ),
  verb: words(
    'keeps finds carries shows holds brings follows opens crosses covers guides offers mends counts paints reaches awaits gathers answers borrows watches shelters invites recalls',
  ),
} as const;

type Place = keyof typeof PLACES;

/** Size of the toy's token space: ids lie below it. */
const IDS = 50_000;

/** The id of a token, as `logit_bias` names it. */
export function tokenId(token: string): number {
  return (hash(token) >>> 0) % IDS;
}

function words(list: string): readonly string[] {
  return list.split(' ');
}

/** How sure the toy is of a token that it has to say: no temperature in bounds moves it, a bias can. */
const CERTAIN = 30;
/** Spread of the logits of words that may stand in a place. */
const SPREAD = 4;
const RIVALS = 20;

/** Draws one choice's tokens. */
export interface Sampler {
  /** One of the words of a place, with a space before it when `spaced`. */
  draw(place: Place, spaced: boolean): string;
  /** This token, unless a bias forbids it. */
  say(token: string): string;
  /** Log probabilities of all tokens so far. */
  logprobs: TokenLogprob[];
}

interface Candidate {
  token: string;
  logit: number;
}

/** A sampler that obeys temperature, top_p, the penalties and logit_bias; its luck comes from `random`. */
export function createSampler(body: CompletionRequest, random: () => number): Sampler {
  const temperature = body.temperature ?? 1;
  const biases = body.logit_bias ?? {};
  const said = new Map<string, number>();
  const logprobs: TokenLogprob[] = [];
  const top = body.top_logprobs ?? 0;

  const pick = (candidates: Candidate[]): string => {
    for (const candidate of candidates) {
      const times = said.get(candidate.token) ?? 0;
      candidate.logit += biases[String(tokenId(candidate.token))] ?? 0;
      candidate.logit -=
        (body.frequency_penalty ?? 0) * times + (times > 0 ? (body.presence_penalty ?? 0) : 0);
    }
    candidates.sort((a, b) => b.logit - a.logit);
    const chosen =
      temperature === 0 ? candidates[0]! : nucleus(candidates, temperature, body.top_p ?? 1, random());
    said.set(chosen.token, (said.get(chosen.token) ?? 0) + 1);
    if (body.logprobs) logprobs.push(probabilities(candidates, chosen, top));
    return chosen.token;
  };

  const others = (space: string): Candidate[] =>
    PLACES.noun.map((word) => ({ token: space + word, logit: random() * SPREAD }));
  return {
    draw: (place, spaced) =>
      pick(PLACES[place].map((word) => ({ token: (spaced ? ' ' : '') + word, logit: random() * SPREAD }))),
    say: (token) => {
      // Without anything that could turn it aside, a certain token needs no rivals.
      if (!body.logprobs && !body.logit_bias) return token;
      return pick([{ token, logit: CERTAIN }, ...others(' ').filter((rival) => rival.token !== token)]);
    },
    logprobs,
  };
}

function nucleus(sorted: readonly Candidate[], temperature: number, topP: number, luck: number): Candidate {
  const best = sorted[0]!.logit;
  const weights = sorted.map((candidate) => Math.exp((candidate.logit - best) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let kept = 0;
  let mass = 0;
  // The smallest set of the likeliest tokens that reaches top_p; never empty.
  while (kept < sorted.length && (kept === 0 || mass < topP * total)) mass += weights[kept++]!;
  let rest = luck * mass;
  for (let i = 0; i < kept; i++) {
    rest -= weights[i]!;
    if (rest <= 0) return sorted[i]!;
  }
  return sorted[0]!;
}

function probabilities(sorted: readonly Candidate[], chosen: Candidate, top: number): TokenLogprob {
  const best = sorted[0]!.logit;
  const total = sorted.reduce((sum, candidate) => sum + Math.exp(candidate.logit - best), 0);
  const entry = ({ token, logit }: Candidate) => ({
    token,
    logprob: Math.min(0, Number((logit - best - Math.log(total)).toFixed(6))),
    bytes: [...Buffer.from(token)],
  });
  return { ...entry(chosen), top_logprobs: sorted.slice(0, Math.min(top, RIVALS)).map(entry) };
}
