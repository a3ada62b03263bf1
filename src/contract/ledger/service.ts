import { must, open, type Sections, should, silent, untestable } from './row.ts';

const TITLE = 'it introduces what follows';
const ELSEWHERE = 'it refers to another section, whose sentences have rows of their own';
const PLATFORM = 'it happens on the web platform, which is not part of the API';

/** The introduction and sections 1, 4, 5, 8 and 9, except for parts about a single endpoint. */
export const SERVICE: Sections = {
  '0': [
    silent(
      'This document covers the whole service: the chat completion endpoint and the usage statistics endpoints.',
      TITLE,
    ),
    silent('It is a single document.', TITLE),
    must(
      'Addresses are written {base_url}; every path below is appended to it.',
      'path/completion',
      'path/stats',
      'path/summary',
      'path/export',
    ),
  ],
  '1': [
    must(
      'The service is a hosted language-model inference API that is compatible with the OpenAI chat completions wire format.',
      'client/create',
      'client/stream',
      'client/stream-iteration',
    ),
    must(
      'Standard OpenAI client libraries work when they are pointed at {base_url}/api/v1 with a service API key.',
      'client/*',
    ),
    must(
      'A caller sends a conversation (a list of messages) and a model identifier.',
      'request/accepts-plain',
    ),
    must(
      'The service returns one or more generated completions, either as one JSON body or as a stream of server-sent events.',
      'completion/status-200',
      'stream/content-type',
    ),
    must(
      'Features of the request: tool (function) calling, structured output through a response format, log probabilities, and a reasoning effort setting.',
      'request/accepts-tools',
      'request/accepts-response-format',
      'request/accepts-logprobs',
      'request/accepts-reasoning-effort',
    ),
    should('Models that reason return their reasoning text in the assistant message.', 'reasoning/shown'),
    must(
      'A second group of endpoints returns usage statistics (tokens and request counts) for the organization that owns the API key, as JSON or as a CSV export.',
      'usage/stats-is-array',
      'usage/summary-schema',
      'usage/export-is-csv',
    ),
    must('Access is billed.', 'accounting/completions', 'billing/empty-wallet-completion'),
    untestable('The caller tops up a wallet on the web platform.', PLATFORM),
    must('A request fails with status 402 when the balance is insufficient.', 'billing/empty-wallet-*'),
    untestable(
      'Prices are in USD per 1M tokens, with three rates per model: input, output and cached.',
      'no endpoint shows prices',
    ),
    untestable('The rates differ per model.', 'no endpoint shows prices'),
    untestable(
      'The web platform is used to register, top up the wallet and create and manage API keys.',
      PLATFORM,
    ),
    silent('It is not an API of this service.', PLATFORM),
  ],
  '4': [
    must('All paths are under {base_url}.', 'path/completion', 'path/stats', 'path/summary', 'path/export'),
    must('All endpoints need the Authorization header (section 5).', 'auth/*'),
    open(
      'One published variant gives the completion path without the /api prefix (/v1/chat/completions); the /api/v1 form is the one that SDK base addresses and examples use.',
      'path/without-api',
    ),
  ],
  '4.1': [
    must(
      'Creates a synchronous or a streaming chat completion.',
      'completion/status-200',
      'stream/content-type',
    ),
    must(
      'Request: header Content-Type: application/json; body ChatCompletionRequest (2.1).',
      'request/accepts-plain',
      'request/accepts-combinations',
    ),
    must(
      'Response 200, stream absent or false: Content-Type application/json, body ChatCompletionResponse (2.7).',
      'completion/status-200',
      'completion/content-type',
      'completion/body-*',
      'stream/only-when-asked',
    ),
    must('Response 200, stream true: Content-Type text/event-stream; see section 6.', 'stream/content-type'),
    silent('Error statuses: see section 7.', ELSEWHERE),
  ],
  '5.1': [must('Every request carries the header Authorization with the value Bearer <API_KEY>.', 'auth/*')],
  '5.2': [
    untestable(
      "An API key is created on the platform's API key management page by a registered user, and is copied and stored by the user.",
      PLATFORM,
    ),
    untestable('The wallet on the platform is topped up to pay for usage.', PLATFORM),
  ],
  '5.3': [
    must(
      'The key identifies an organization.',
      'isolation/organization-by-key-alone',
      'usage/stats-one-organization',
    ),
    must('Usage statistics are for the organization of the key.', 'isolation/*'),
  ],
  '5.4': [
    must(
      'A request without valid authentication fails with status 401 on the completion endpoint, and with the Authentication Fails outcome on the usage endpoints.',
      'auth/completion-*',
      'auth/stats-*',
      'auth/summary-*',
      'auth/export-*',
    ),
  ],
  '8': [
    must('| temperature | 0 to 2 |', 'request/temperature-*-minimum', 'request/temperature-*-maximum'),
    must('| top_p | 0 to 1 |', 'request/top-p-*-minimum', 'request/top-p-*-maximum'),
    must('| n | at least 1 |', 'request/n-*-minimum'),
    must(
      '| presence_penalty, frequency_penalty | -2 to 2 |',
      'request/presence-penalty-*-minimum',
      'request/presence-penalty-*-maximum',
      'request/frequency-penalty-*-minimum',
      'request/frequency-penalty-*-maximum',
    ),
    must('| top_logprobs | 0 to 20 |', 'request/top-logprobs-*-minimum', 'request/top-logprobs-*-maximum'),
    must('| usage stats page size default | 100 records |', 'usage/stats-default-page'),
    must('| usage stats offset default | 0 |', 'usage/stats-default-page'),
    untestable(
      '| context window of the large reasoning model as hosted | 128k tokens (native 512k) |',
      'filling it costs more than a run may, and the service may count tokens as it likes',
    ),
    must('A rate limit exists (status 429).', 'status/rate-limit'),
    open(
      'Numeric rate limits and maximum request size: not shown.',
      'status/rate-limit-headers',
      'request/open-large-body',
    ),
  ],
  '9': [
    must(
      'The version segment v1 is part of every path (/api/v1/...).',
      'path/completion',
      'path/stats',
      'path/summary',
      'path/export',
    ),
    open(
      'The machine-readable description of the completion endpoint carries the version 0.1.0.',
      'path/description',
    ),
    silent('Deprecation and compatibility policy: not shown.', 'nothing is promised'),
  ],
};
