import type { Keys, Settings } from '../../vocabulary/settings.ts';
import { madeKeysOf } from '../made-keys.ts';

/** Headers whose values are words of the protocol, unless somebody puts a secret there. */
const PROTOCOL = /^(accept(-.*)?|content-.*|user-agent|cache-control|pragma|origin|referer|date|range|dnt)$/i;

/** All secrets of a run: its keys, the values of the user's own headers, and what logs in to proxies and the target. */
export function secretsOf(settings: Settings, keys: Keys, env: NodeJS.ProcessEnv = process.env): string[] {
  const secrets = [keys.main, keys.emptyWallet, keys.otherOrganization].filter((k) => k !== undefined);
  secrets.push(...madeKeysOf(keys.main));
  for (const [name, value] of settings.extraHeaders) secrets.push(...secretsOfHeader(name, value));
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) {
    if (env[name]) secrets.push(...secretsOfUrl(env[name]));
  }
  secrets.push(...secretsOfUrl(settings.baseUrl));
  return [...new Set(secrets)];
}

/** What of a header may be a secret: its value, and the parts of it that are long enough. */
function secretsOfHeader(name: string, value: string): string[] {
  const parts = value.split(/[\s;=,"'&?<>(){}]+/).filter((part) => part.length >= 12);
  const urls = value.split(/[\s,;<>"']+/).flatMap(secretsOfUrl);
  if (PROTOCOL.test(name)) return [...parts.filter(looksMade), ...urls];
  return [value, ...parts, ...urls];
}

/** Who logs in, and what is in the query; a token is often the user name. */
function secretsOfUrl(text: string): string[] {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const url = new URL(text);
  const parts = [
    url.password,
    ...(url.username.length >= 8 ? [url.username] : []),
    ...url.searchParams.values(),
  ];
  const paths = url.pathname.split('/').filter((part) => part.length >= 16 && looksMade(part));
  return [...parts, ...paths].flatMap((part) => (part === '' ? [] : [part, decoded(part)]));
}

/** Letters and digits mixed, as no word is: a product, a media type or a language is none of it. */
function looksMade(part: string): boolean {
  if (/^[A-Za-z]+\/[\d.]+$/.test(part) || /^[a-z]+\/[\w.+-]*$/.test(part)) return false;
  return part.length >= 12 && /[A-Za-z]/.test(part) && /\d/.test(part);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
