import type { OtherClient } from '../vocabulary/settings.ts';
import type { ClientFeature } from './model.ts';

/** A request that a client sends and the contract does not list, by the key of its observation. */
export interface Sent {
  key: string;
  outcome: 'breaks' | 'limited';
  /** The effect on users if it is rejected, and the workaround. */
  why: string;
}

/** The basis of a client's feature. */
export interface Rests {
  /** Checks of which at least one has to pass before the feature is reported as working. */
  shown: readonly string[];
  /** Patterns over ids of checks: if one of them reports a violation, the feature breaks, or has limits. */
  breaks: readonly string[];
  limited: readonly string[];
  sends?: readonly Sent[];
}

export interface KnownClient {
  client: string;
  /** The feature's name in findings of checks that run it: findings about others only do not count. */
  major?: string;
  features: Readonly<Partial<Record<ClientFeature, Rests>>>;
  /** The observation under this key says that it was run, and its version; without a key it is always run. */
  runKey?: string;
  /** Knowledge if it was not run; without it, nothing is reported then. */
  notRun?: string;
}

const NO_USAGE: Sent = {
  key: 'stream-options',
  outcome: 'limited',
  why: 'no usage in streams: the contract itself forbids stream_options',
};
const STRICT_TOOLS: Sent = {
  key: 'tool-members',
  outcome: 'limited',
  why: 'its schema helpers send strict, additionalProperties and $schema, which the service rejects: use plain parameters',
};

const CREATE: Rests = {
  shown: ['client/create'],
  breaks: ['client/create', 'request/accepts-plain', 'completion/status-200', 'completion/body-*'],
  limited: [
    'request/accepts-*',
    'request/*-at-maximum',
    'request/*-at-minimum',
    'completion/content-type',
    'completion/fits-schema',
    'completion/role-assistant',
  ],
};
const STREAM: Rests = {
  shown: ['client/stream', 'client/stream-iteration'],
  breaks: ['client/stream', 'client/stream-iteration', 'request/accepts-stream', 'stream/content-type'],
  limited: ['client/stream-helper', 'stream/ends-with-done', 'stream/body-ends', 'stream/documented-types'],
};
const TOOLS: Rests = {
  shown: ['client/run-tools'],
  breaks: ['client/run-tools', 'request/accepts-tools', 'tool/call-shape', 'tool/arguments-are-strings'],
  limited: [
    'request/accepts-tool-choice',
    'request/accepts-conversations',
    'completion/body-ends',
    'tool/*',
    'stream/tool-*',
  ],
};
const FORMATS: Rests = {
  shown: ['client/parse'],
  breaks: ['client/parse', 'request/accepts-response-format'],
  limited: ['format/*'],
};
const LOGPROBS: Rests = {
  shown: ['logprobs/given'],
  breaks: ['request/accepts-logprobs', 'logprobs/given'],
  limited: ['request/accepts-top-logprobs', 'request/top-logprobs-at-*'],
};
const ERRORS: Rests = {
  shown: ['client/error-classes'],
  breaks: [],
  limited: ['client/error-classes', 'request/streamed-refusals'],
};
const USAGE: Rests = {
  shown: ['completion/usage-present'],
  breaks: ['completion/usage-present', 'completion/usage-counts'],
  limited: ['completion/usage-sums', 'stream/usage-*'],
};

const NULL_CONTENT: Sent = {
  key: 'null-content',
  outcome: 'breaks',
  why: 'runTools replays the call with content null, which the service rejects: use your own loop with an empty string',
};

const official = (major: string): KnownClient => ({
  client: `${major} (Node)`,
  major,
  features: {
    create: CREATE,
    stream: STREAM,
    'tool loop': { ...TOOLS, sends: [NULL_CONTENT, STRICT_TOOLS] },
    formats: FORMATS,
    'log probabilities': LOGPROBS,
    errors: ERRORS,
    usage: { ...USAGE, sends: [NO_USAGE] },
  },
});

/** A third-party client: the basis of its features if it was run. */
function other(id: OtherClient, client: string, streams: Omit<Sent, 'key'>, notRun?: string): KnownClient {
  return {
    client,
    ...(notRun !== undefined && { notRun }),
    runKey: `client-${id}`,
    features: {
      create: witness(`client/${id}-create`, CREATE),
      stream: {
        ...witness(`client/${id}-stream`, STREAM),
        sends: [{ ...streams, key: `client-${id}-stream-options` }],
      },
      'tool loop': {
        ...witness(`client/${id}-tools`, TOOLS),
        sends: [{ key: `client-${id}-tool-loop`, outcome: 'breaks', why: REPLAY }, STRICT_TOOLS],
      },
      formats: witness(`client/${id}-formats`, FORMATS),
      usage: { ...USAGE, sends: [NO_USAGE] },
    },
  };
}

/** The contract forbids fields that it does not list, so this is known without a run. */
const sendsStreamOptions = (client: string) =>
  `not run; the contract itself forbids stream_options, which ${client} sends`;

const REPLAY =
  'its tool loop replays the call with content null or unlisted members, which the service rejects';

/** A feature for which the client itself was run: findings about the official client only do not count. */
function witness(check: string, { breaks, limited }: Rests): Rests {
  const shared = (ids: readonly string[]) => ids.filter((id) => !id.startsWith('client/'));
  return { shown: [check], breaks: [check, ...shared(breaks)], limited: shared(limited) };
}

/**
 * Common clients, and the basis of each feature. The two official ones are run against the service; others are run
 * on request.
 */
export const KNOWN_CLIENTS: readonly KnownClient[] = [
  official('openai 6'),
  official('openai 7'),
  other(
    'langchain',
    'LangChain',
    {
      outcome: 'breaks',
      why: 'its streams send stream_options, which the contract itself forbids: set streamUsage to false',
    },
    sendsStreamOptions('LangChain'),
  ),
  other(
    'ai-sdk',
    'AI SDK',
    {
      outcome: 'breaks',
      why: 'the openai provider always sends stream_options, which the contract itself forbids: use openai-compatible without includeUsage',
    },
    sendsStreamOptions('the AI SDK'),
  ),
  other('python', 'openai (Python)', {
    outcome: 'limited',
    why: 'streams with include_usage send stream_options, which the contract itself forbids: leave include_usage out',
  }),
];
