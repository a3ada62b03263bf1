import { afterEach } from 'vitest';
import type { Json } from '../../reference/src/completion-types.ts';
import {
  type ReferenceService,
  type ServiceOptions,
  startService,
} from '../../reference/src/service/service.ts';

/** An answer as tests look at it. */
export interface Got {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

/** A running service and ways to ask it. */
export interface TestService extends ReferenceService {
  /** Posts a completion; with a plain question and the plain model by default. */
  ask(body?: Json, key?: string): Promise<Got>;
  /** Posts bytes or text as they are. */
  post(body: string | Uint8Array, headers?: Record<string, string>): Promise<Got>;
  /** Asks a usage endpoint: `stats?limit=1`. */
  usage(pathAndQuery: string, key?: string): Promise<Got>;
}

const open: ReferenceService[] = [];

/** Starts a service that ends with the test. */
export async function testService(options: ServiceOptions = {}): Promise<TestService> {
  const service = await startService(options);
  open.push(service);
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  const post: TestService['post'] = async (body, headers = bearer(service.keys.main)) =>
    got(
      await fetch(`${service.baseUrl}/api/v1/chat/completions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      }),
    );
  return {
    ...service,
    post,
    ask: (body = {}, key = service.keys.main) =>
      post(
        JSON.stringify({
          model: service.models.plain,
          messages: [{ role: 'user', content: 'What is new?' }],
          ...body,
        }),
        bearer(key),
      ),
    usage: async (pathAndQuery, key = service.keys.main) =>
      got(await fetch(`${service.baseUrl}/api/v1/usage/${pathAndQuery}`, { headers: bearer(key) })),
  };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

async function got(response: Response): Promise<Got> {
  const text = await response.text();
  let json: Json = {};
  try {
    json = JSON.parse(text);
  } catch {
    // Not every body is JSON; tests of these look at the text.
  }
  return { status: response.status, headers: response.headers, text, json };
}
