import type OpenAI from 'openai';
import { NotApplicable } from '../vocabulary/undecidable.ts';
import { folderOf } from './installed.ts';

/** A supported major version of the official client. */
export interface Major {
  name: 'openai 6' | 'openai 7';
  /** A client whose requests go through `fetch`. It never retries and has no key: the transport adds it. */
  connect(fetch: typeof globalThis.fetch): OpenAI;
}

/** The base URL that the client is given; only the path of its requests is used. */
const BASE_URL = 'http://client.invalid/api/v1';

let loaded: Promise<readonly Major[]> | undefined;

/**
 * Both major versions, the older one first, loaded on first use, because loading takes time. Rejects with
 * `NotApplicable` if they are not installed: they are large and optional.
 */
export function majors(): Promise<readonly Major[]> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<readonly Major[]> {
  if (['openai-6', 'openai'].some((name) => folderOf(name) === undefined)) throw new NotApplicable(INSTALL);
  const [six, seven] = await Promise.all([import('openai-6'), import('openai')]);
  // The two major versions agree in everything that is used here, but their types differ.
  return [major('openai 6', six.default as unknown as typeof OpenAI), major('openai 7', seven.default)];
}

const INSTALL =
  'the official client is not installed: run npm install openai@7 openai-6@npm:openai@6 next to chatspec';

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
