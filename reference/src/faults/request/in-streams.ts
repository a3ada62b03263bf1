import { tolerated } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';

/** Members whose validation a service may forget in the code path of streams. */
const STREAM_MEMBERS = [
  'temperature',
  'n',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'user',
  'reasoning_effort',
  'max_completion_tokens',
  'top_p',
  'presence_penalty',
  'top_logprobs',
  'tool_choice',
  'tools',
  'response_format',
  'stop',
  'seed',
  'max_tokens',
] as const;

/** Members whose nested values a service may validate only without streaming. */
const NESTED_MEMBERS = ['tools', 'tool_choice', 'response_format', 'stop', 'logit_bias', 'messages'] as const;

/** Validation that is forgotten in the code path of streams. */
export const inStreams: readonly Fault[] = faults(
  'must',
  'request/* status/named accounting/completions billing/empty-wallet-completion',
  [
    [
      'request/n-zero-accepted-in-streams',
      '7.3',
      'n of 0 is read as absent in streaming requests',
      tolerated((violation, body) => body.stream === true && violation.pointer === '/n' && body.n === 0),
    ],
    ...STREAM_MEMBERS.map(
      (name) =>
        [
          `request/${name.replaceAll('_', '-')}-unchecked-in-streams`,
          '7.3',
          `${name} is not validated in streaming requests`,
          tolerated((violation, body) => body.stream === true && violation.pointer === `/${name}`),
        ] as const,
    ),
    ...NESTED_MEMBERS.map(
      (name) =>
        [
          `request/nested-in-${name.replaceAll('_', '-')}-unchecked-in-streams`,
          '7.3',
          `members nested in ${name} are not validated in streaming requests`,
          tolerated((violation, body) => body.stream === true && violation.pointer.startsWith(`/${name}/`)),
        ] as const,
    ),
    ...(['minimum', 'maximum'] as const).map(
      (keyword) =>
        [
          `request/${keyword}-unchecked-in-streams`,
          '7.3',
          `values beyond the ${keyword} are accepted in streaming requests`,
          tolerated((violation, body) => body.stream === true && violation.keyword === keyword),
        ] as const,
    ),
    ...(['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'top_logprobs'] as const).map(
      (name) =>
        [
          `request/${name.replaceAll('_', '-')}-minimum-unchecked-in-streams`,
          '7.3',
          `${name} below its minimum is accepted in streaming requests`,
          tolerated(
            (violation, body) =>
              body.stream === true && violation.keyword === 'minimum' && violation.pointer === `/${name}`,
          ),
        ] as const,
    ),
    [
      'request/top-logprobs-beside-logprobs-unchecked-in-streams',
      '7.3',
      'top_logprobs is not validated in streaming requests with logprobs',
      tolerated(
        (violation, body) =>
          body.stream === true && body.logprobs === true && violation.pointer === '/top_logprobs',
      ),
    ],
    [
      'request/streams-not-validated',
      '7.3',
      'streaming requests are not validated',
      tolerated((_, body) => body.stream === true),
    ],
  ],
);
