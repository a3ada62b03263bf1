import type OpenAI from 'openai';

/** A supported major version of the official client. */
export interface Major {
  name: 'openai 6' | 'openai 7';
  /** A client whose requests go through `fetch`. It never retries, and knows no key: the transport puts it in. */
  connect(fetch: typeof globalThis.fetch): OpenAI;
}

/** Where the client believes the service to be; only the path of its requests is used. */
const BASE_URL = 'http://client.invalid/api/v1';

let loaded: Promise<readonly Major[]> | undefined;

/** Both majors, the older one first; loaded when they are first needed, for loading them takes time. */
export function majors(): Promise<readonly Major[]> {
  loaded ??= Promise.all([import('openai-6'), import('openai')]).then(([six, seven]) => [
    // The two majors agree in all that is used here, but their types are different ones.
    major('openai 6', six.default as unknown as typeof OpenAI),
    major('openai 7', seven.default),
  ]);
  return loaded;
}

function major(name: Major['name'], Client: typeof OpenAI): Major {
  return {
    name,
    connect: (fetch) =>
      new Client({
        apiKey: 'unused',
        baseURL: BASE_URL,
        maxRetries: 0,
        logLevel: 'off',
        organization: null,
        project: null,
        fetch,
      }),
  };
}
