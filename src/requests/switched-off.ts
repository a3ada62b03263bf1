/** Members that services reject for reasoning models. */
export const NOT_WHILE_REASONING: readonly string[] = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
];
