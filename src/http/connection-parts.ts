import { createRequire } from 'node:module';
import type { Agent, buildConnector, EnvHttpProxyAgent } from 'undici';

/**
 * The used parts of undici. Its entry point also loads WebSockets, caches and mocks: 50 ms more until the first
 * request.
 */
const require = createRequire(import.meta.url);

export const createAgent = (options: Agent.Options): Agent =>
  new (require('undici/lib/dispatcher/agent.js') as typeof Agent)(options);

export const createProxyAgent = (options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent =>
  new (require('undici/lib/dispatcher/env-http-proxy-agent.js') as typeof EnvHttpProxyAgent)(options);

export const createConnector = (options: buildConnector.BuildOptions): buildConnector.connector =>
  (require('undici/lib/core/connect.js') as typeof buildConnector)(options);
