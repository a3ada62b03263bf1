/** USD per 1M tokens (spec 1). */
export interface Rates {
  input: number;
  output: number;
  cached: number;
}

/** A model as the service hosts it. */
export interface HostedModel {
  id: string;
  provider: string;
  reasons: boolean;
  /** Tokens of prompt and answer together. */
  contextWindow: number;
  rates: Rates;
}

/** A conversational model that does not reason. */
export const PLAIN_MODEL = 'zephyr-small';
/** Another one, which the usage of the past does not know. */
export const SECOND_MODEL = 'zephyr-medium';
/** A model that reasons before it answers: the one with the large window (spec 8). */
export const REASONING_MODEL = 'zephyr-large-thinking';

/** What can be asked for. */
export const HOSTED: readonly HostedModel[] = [
  {
    id: PLAIN_MODEL,
    provider: 'Nimbus',
    reasons: false,
    contextWindow: 32_768,
    rates: { input: 0.2, output: 0.6, cached: 0.05 },
  },
  {
    id: SECOND_MODEL,
    provider: 'Nimbus',
    reasons: false,
    contextWindow: 32_768,
    rates: { input: 0.4, output: 1.2, cached: 0.1 },
  },
  {
    id: REASONING_MODEL,
    provider: 'Wolke & Söhne, GmbH',
    reasons: true,
    contextWindow: 131_072,
    rates: { input: 1.2, output: 4.8, cached: 0.3 },
  },
];

/** Model and provider of past usage: the hosted ones also by other providers, and some that are gone. */
export const PAST_MODELS: readonly (readonly [model: string, provider: string])[] = [
  [PLAIN_MODEL, 'Nimbus'],
  [PLAIN_MODEL, 'Wolke & Söhne, GmbH'],
  [PLAIN_MODEL, 'Ao "Blue" Cloud'],
  [REASONING_MODEL, 'Wolke & Söhne, GmbH'],
  ['gale, 7B "classic"', 'Nimbus'],
  ['bora-α', 'Ao "Blue" Cloud'],
];

/** The model of that name, if it is hosted. */
export function hosted(id: string): HostedModel | undefined {
  return HOSTED.find((model) => model.id === id);
}
