import type OpenAI from 'openai';
import { NotApplicable } from '../vocabulary/undecidable.ts';

/** A supported major version of the official client. */
export interface Major {
  name: 'openai 6' | 'openai 7';
  /** A client whose requests go through `fetch`. It never retries, and knows no key: the transport puts it in. */
  connect(fetch: typeof globalThis.fetch): OpenAI;
}

/** Where the client believes the service to be; only the path of its requests is used. */
const BASE_URL = 'http://client.invalid/api/v1';

let loaded: Promise<readonly Major[]> | undefined;

/**
 * Both majors, the older one first; loaded when they are first needed, for loading them takes time. Rejects with
 * `NotApplicable` where they are not installed: they are most of what chatspec weighs, and optional.
 */
export function majors(): Promise<readonly Major[]> {
  loaded ??= Promise.all([import('openai-6'), import('openai')]).then(
    ([six, seven]) => [
      // The two majors agree in all that is used here, but their types are different ones.
      major('openai 6', six.default as unknown as typeof OpenAI),
      major('openai 7', seven.default),
    ],
    (error: unknown) => {
      throw isMissing(error) ? new NotApplicable(INSTALL) : error;
    },
  );
  return loaded;
}

const INSTALL =
  'the official client is not installed: run npm install openai@7 openai-6@npm:openai@6 next to chatspec';

/** Whether a package is not there, rather than broken. */
function isMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && /'openai(-6)?'/.test(message);
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
