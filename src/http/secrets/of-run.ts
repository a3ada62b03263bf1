import { secretHeaders } from '../../vocabulary/secret-headers.ts';
import type { Keys, Settings } from '../../vocabulary/settings.ts';
import { basicLogin } from './basic-login.ts';
import { LEAST } from './forms.ts';
import { madeKeysOf } from './made-keys.ts';
import { isUuid } from './weak.ts';

/**
 * All secrets of a run: its keys, the values of the user's credential headers, and the credentials for proxies and
 * the target. The host of the target is not secret: name servers see it.
 */
export function secretsOf(settings: Settings, keys: Keys, env: NodeJS.ProcessEnv = process.env): string[] {
  const secrets = [keys.main, keys.emptyWallet, keys.otherOrganization].filter((k) => k !== undefined);
  secrets.push(...madeKeysOf(keys.main));
  const beside = secretHeaders(settings).flatMap(([, value]) => [value, ...partsOf(value)]);
  for (const [, value] of settings.extraHeaders)
    beside.push(...loginsIn(value), ...likeKeys(value), ...basicLogin(value));
  beside.push(...proxySecrets(env), ...secretsOfUrl(settings.baseUrl));
  const { origin, host } = URL.canParse(settings.baseUrl) ? new URL(settings.baseUrl) : NOWHERE;
  const shown = host.length < LEAST ? origin : host;
  const named = [origin, ...publicNames(settings)];
  const isShown = (secret: string) => secret.includes(shown) || named.some((name) => name.includes(secret));
  secrets.push(...beside.filter((secret) => !isShown(secret)));
  return [...new Set(secrets)];
}

/** Which of the secrets in a response are reported. */
export interface Reported {
  keys: ReadonlySet<string>;
  /** Keys that were made from these: a key is found in them, too. */
  made: ReadonlySet<string>;
}

/** Of a run: its keys. */
export function reportedOf(keys: Keys): Reported {
  const own = [keys.main, keys.emptyWallet, keys.otherOrganization].filter((k) => k !== undefined);
  return { keys: new Set(own), made: new Set(madeKeysOf(keys.main)) };
}

/** Names that responses are full of, which a key may contain: its provider, a project, a model. */
export function publicNames({ baseUrl, model, reasoningModel, otherModels = [] }: Settings): string[] {
  const { host } = URL.canParse(baseUrl) ? new URL(baseUrl) : NOWHERE;
  return [host, model, reasoningModel, ...otherModels].filter((name) => name !== undefined);
}

const NOWHERE = { origin: '\n', host: '' };

/** Credentials for the proxies of the environment. */
export function proxySecrets(env: NodeJS.ProcessEnv): string[] {
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  return names.flatMap((name) => secretsOfUrl(env[name] ?? ''));
}

/** The parts of a header's value that are long enough to be secrets themselves. */
function partsOf(value: string): string[] {
  return [/[\s;=,"'&?<>(){}]+/, /[\s;=,"'&?<>(){}:/@]+/]
    .flatMap((signs) => value.split(signs))
    .filter((part) => part.length >= 12);
}

/** User information and query; a token is often the user name. */
function secretsOfUrl(text: string): string[] {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const url = new URL(text);
  const paths = url.pathname.split('/').filter((part) => part.length >= 16 && looksMade(part));
  const parts = [...url.searchParams.values(), ...paths];
  return [...loginOf(text), ...parts.flatMap((part) => (part === '' ? [] : [part, decoded(part)]))];
}

const loginsIn = (value: string) => value.split(/[\s,;<>"']+/).flatMap(loginOf);

/** A usual key prefix followed by a digit: a key may be in the wrong place. */
export function likeKeys(text: string): string[] {
  const begun =
    text.match(/(?<![A-Za-z0-9])(?:(?:sk|pk|gsk|xai|hf|gh[opsu]|key|token)[-_]|AIza)[\w-]{12,}/g) ?? [];
  return begun.filter((word) => /\d/.test(word));
}

function loginOf(text: string): string[] {
  if (!/^[a-z][\w+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  const parts = [password, username.length >= 8 ? username : ''];
  return parts.flatMap((part) => (part === '' ? [] : [part, decoded(part)]));
}

/** Unlike a name of words and numbers, such as `large-2024-07-18`, and the id of an account. */
function looksMade(part: string): boolean {
  const isMixed = (word: string) => word.length >= 8 && /[A-Za-z]/.test(word) && /\d/.test(word);
  if (isUuid(part)) return false;
  return likeKeys(part).length > 0 || part.split(/[-_.~:@]/).some(isMixed);
}
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
