/** Members that services switch off for models that reason. */
export const NOT_WHILE_REASONING: readonly string[] = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
];
