import { REPEATED } from '../options/repeat.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import type { ExchangeLine, StoredBytes } from '../vocabulary/record.ts';
import { headerVariable } from '../vocabulary/secret-headers.ts';
import { commandOptions, NO_COMMAND, shellWord as quote } from '../vocabulary/shell-word.ts';
import { visible } from './text.ts';

const VARIABLE: Record<Exclude<Credential, 'none'>, string> = {
  main: 'CHATSPEC_API_KEY',
  'empty-wallet': 'CHATSPEC_NOBALANCE_KEY',
  'other-organization': 'CHATSPEC_OTHER_ORG_KEY',
};
/** Headers that curl generates. */
const OWN = new Set(['host', 'content-length', 'connection', 'authorization']);
/** A header name: curl reads a file in place of one that begins with `@`. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Longer bodies are not put on a command line. */
const BODY_AT_MOST = 32 * 1024;

/**
 * The command that runs these checks alone against the same service, with the same seed. `repeat` is the command that
 * started the run; the installed command if the record lacks it, or has something else or another service.
 */
export function reproduceCheck(
  ids: readonly string[],
  { repeat, target, seed }: { repeat?: string; target: { baseUrl: string; model?: string }; seed: number },
): string {
  const { baseUrl, model } = target;
  const named = model === undefined ? '' : ` --model ${quote(model)}`;
  const line =
    repeat !== undefined && isOwnCommand(repeat, baseUrl)
      ? repeat
      : `chatspec --base-url ${quote(baseUrl)}${named}`;
  return `${line} --only ${quote(ids.join(','))} --seed ${seed}`;
}

/**
 * Whether a text from a record is a command that repeats checks of `baseUrl`: it sends the reader's key to no other
 * service, neither by an option nor for lack of one.
 */
export function isOwnCommand(text: string, baseUrl: string): boolean {
  const options = commandOptions(text);
  if (!options) return false;
  const services = options.filter(({ name }) => name === 'base-url');
  const isNamed =
    services.length > 0 ||
    options.some(({ name }) => name === 'config') ||
    text.startsWith(NO_COMMAND) ||
    isOnThisMachine(baseUrl);
  return (
    isNamed &&
    options.every(({ name }) => REPEATED.has(name)) &&
    services.every(({ value = '' }) => isSameService(value, baseUrl))
  );
}

/** Such as the embedded service. */
const isOnThisMachine = (baseUrl: string): boolean =>
  /^(?:127\.0\.0\.1|(?:.*\.)?localhost)$/.test(URL.parse(baseUrl)?.hostname ?? '');

function isSameService(url: string, baseUrl: string): boolean {
  const [one, other] = [URL.parse(url), URL.parse(baseUrl)];
  return one !== null && one.origin === other?.origin && one.username === '' && one.password === '';
}

/**
 * A shell command that repeats the request of an exchange with the service `baseUrl`. Keys come from the variables of chatspec, in place of the
 * mark in the record: a record that names other sources would send them to an address of its own. Undefined if the
 * body is too long for a command line, if the request went to another service, or if curl would read a part of a
 * foreign record as an option or a file.
 */
export function curlLine(exchange: ExchangeLine, baseUrl: string): string | undefined {
  const { method, url, headers, body } = exchange.request;
  // To the letter: curl reads a host behind `\\@` where URLs of browsers have none.
  const origin = URL.parse(baseUrl)?.origin ?? '';
  if (!/^https?:/.test(origin) || !url.startsWith(`${origin}/`)) return undefined;
  if (!/^[A-Z]+$/.test(method) || !headers.every(([name]) => TOKEN.test(name))) return undefined;
  const data = bodyWords(body);
  if (!data) return undefined;
  const sent = headers
    .filter(([name]) => !OWN.has(name.toLowerCase()))
    .map(([n, v]) => `-H ${headerWord(n, v)}`);
  const words = [
    'curl -sS -i --path-as-is -g',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    withKey(url, exchange.credential),
    ...authorization(exchange),
    ...sent,
    ...data.words,
  ];
  return `${data.before}${words.join(' ')}`;
}

/** A URL as a shell word, with the key in place of the redaction mark. */
function withKey(url: string, credential: Credential): string {
  if (credential === 'none') return quote(url);
  return url
    .split(/\*{6,}/)
    .map(quote)
    .join(`"$${VARIABLE[credential]}"`);
}

/** A header as a shell word: a secret value comes from a variable, in place of the mark in the record. */
function headerWord(name: string, value: string): string {
  if (!/^\*{2,}$/.test(value)) return quote(headerText(name, value));
  return `"${name.replace(/[^\w-]/g, '')}: $${headerVariable(name)}"`;
}

function headerText(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

/** The Authorization header, with the key in place of the mark. */
function authorization(exchange: ExchangeLine): string[] {
  const value = exchange.request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (value === undefined) return [];
  if (exchange.credential === 'none') return [`-H ${quote(headerText('Authorization', value))}`];
  const key = `$${VARIABLE[exchange.credential]}`;
  const scheme = /^\S+(?= )/.exec(value)?.[0] ?? '';
  if (scheme.toLowerCase() === 'basic') {
    return [`-H "Authorization: ${scheme} $(printf ':%s' "${key}" | base64 -w0)"`];
  }
  return [`-H "Authorization: ${/^[\w-]*$/.test(scheme) && scheme ? `${scheme} ` : ''}${key}"`];
}

/** The body on the command line: as text if a shell can express it, else in Base64. */
function bodyWords(body: StoredBytes): { before: string; words: string[] } | undefined {
  const plain = 'text' in body;
  const content = plain ? body.text : body.base64;
  if (content === '') return { before: '', words: [] };
  if (content.length > BODY_AT_MOST) return undefined;
  // Hidden and control characters would not survive copying from a page or a terminal.
  if (plain && !content.includes('\t') && visible(content) === content) {
    return { before: '', words: [`--data-raw ${quote(content)}`] };
  }
  const base64 = plain ? Buffer.from(content).toString('base64') : content;
  return { before: `printf %s ${quote(base64)} | base64 -d | `, words: ['--data-binary @-'] };
}
