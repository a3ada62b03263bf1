import { describe, expect, it } from 'vitest';
import { chance } from '../chance.ts';
import type { CompletionRequest } from '../completion-types.ts';
import { createSampler, PLACES, tokenId } from './sampler.ts';

const drawn = (settings: Partial<CompletionRequest>, seed: number) =>
  createSampler({ model: 'm', messages: [], ...settings }, chance(`${seed}`)).draw('noun', false);
const many = (settings: Partial<CompletionRequest>) =>
  Array.from({ length: 60 }, (_, seed) => drawn(settings, seed));

describe('a sampler', () => {
  it('obeys biases', () => {
    const [banned, forced] = [PLACES.noun[3]!, PLACES.noun[5]!];
    expect(many({})).toContain(banned);
    expect(many({ logit_bias: { [tokenId(banned)]: -100 } })).not.toContain(banned);
    expect(new Set(many({ logit_bias: { [tokenId(forced)]: 100 } }))).toEqual(new Set([forced]));
  });

  it('takes the likeliest at temperature 0 and at top_p 0', () => {
    expect(many({ temperature: 0 })).toEqual(many({ top_p: 0 }));
  });

  it('says again what the penalties reward, and not what they punish', () => {
    const repeats = (presence_penalty: number) => {
      const sampler = createSampler(
        { model: 'm', messages: [], temperature: 0, presence_penalty },
        chance('x'),
      );
      const words = Array.from({ length: 40 }, () => sampler.draw('noun', true));
      return words.length - new Set(words).size;
    };
    expect(repeats(-2)).toBeGreaterThan(repeats(2));
  });

  it('gives probabilities that sum to one', () => {
    const sampler = createSampler(
      { model: 'm', messages: [], logprobs: true, top_logprobs: 20 },
      chance('y'),
    );
    sampler.draw('verb', true);
    const total = sampler.logprobs[0]!.top_logprobs.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
    expect(total).toBeGreaterThan(0.8);
    expect(total).toBeLessThanOrEqual(1.0001);
  });
});
