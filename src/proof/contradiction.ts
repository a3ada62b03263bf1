import { quote, show } from '../judge/finding.ts';
import { jsonTexts } from '../judge/json-texts.ts';
import type { Finding } from '../vocabulary/check.ts';
import {
  type Derivation,
  derivationOf,
  judgesWords,
  MOST_WORDS,
  pointerIn,
} from '../vocabulary/derivation.ts';
import { bodyText, type Exchange, header } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';

/**
 * The error in a finding that quotes an exchange, or says that something is absent: looked up again in the first
 * cited exchange only. Undefined if the finding is correct; `computed` findings are not examined.
 */
export function contradiction(finding: Finding, exchange: Exchange): string | undefined {
  const { place } = finding;
  const actual = judgesWords(finding.actual);
  const derived = derivationOf(finding);
  if (derived === 'computed') return undefined;
  if (place === 'status') return ofStatus(actual, exchange);
  if (place.startsWith('header ')) return ofHeader(derived, actual, header(exchange, place.slice(7)));
  if (/^byte \d+$/.test(place)) return ofBytes(derived, actual, Number(place.slice(5)), exchange);
  return ofMember(derived, { actual, place }, exchange);
}

function ofStatus(actual: string, { response }: Exchange): string | undefined {
  const said = /\d{3}/.exec(actual)?.[0];
  return String(response?.status) === said ? undefined : `the status is ${response?.status ?? 'none'}`;
}

function ofHeader(derived: Derivation, actual: string, value: string | undefined): string | undefined {
  if (derived === 'absent') return value === undefined ? undefined : `the header is ${value}`;
  const [first] = quoted(actual);
  const said = first === undefined ? actual : unescaped(first);
  return value?.toLowerCase().includes(said.toLowerCase()) ? undefined : `the header is ${value ?? 'absent'}`;
}

/** `absent` says that the body ends there. */
function ofBytes(derived: Derivation, actual: string, at: number, exchange: Exchange): string | undefined {
  const bytes = Buffer.from(exchange.response?.body.bytes ?? []);
  if (derived === 'absent') return bytes.length === at ? undefined : `the body has ${bytes.length} bytes`;
  const hex = /^the bytes “([0-9a-f ]+)”/.exec(actual)?.[1]?.replaceAll(' ', '');
  if (hex !== undefined)
    return bytes.subarray(at).toString('hex').startsWith(hex) ? undefined : `${hex} does not stand there`;
  // A quoted context may begin before it.
  const before = / near “/.test(actual) ? 128 : 4;
  const tail = bytes.subarray(Math.max(0, at - before)).toString('utf8');
  // A quote may contain both: spelled-out characters, and original escapes.
  const shown = quote(tail, tail.length);
  const stands = (text: string) =>
    tail.includes(text) || tail.includes(unescaped(text)) || shown.includes(text);
  const missing = quoted(actual).find((text) => !stands(text));
  return missing === undefined ? undefined : `${JSON.stringify(missing)} does not stand there`;
}

function ofMember(
  derived: Derivation,
  { actual, place }: Pick<Finding, 'actual' | 'place'>,
  exchange: Exchange,
): string | undefined {
  const at = valueAt(pointerIn(place)!, jsonIn(place, exchange));
  if (derived === 'absent') return at === undefined ? undefined : `${show(at)} stands there`;
  const said = actual.replace(/^[\w/]+ is (?=null|true|false|[-\d"[{])/, '');
  return show(at) === said ? undefined : `${show(at)} stands there`;
}

/** The JSON that a pointer leads into: the body, or the payload of the event around a byte. */
function jsonIn(place: string, exchange: Exchange): unknown {
  const at = /^byte (\d+) /.exec(place)?.[1];
  try {
    if (at === undefined) return parseJson(bodyText(exchange));
  } catch {
    return undefined;
  }
  const bytes = Buffer.from(exchange.response?.body.bytes ?? []);
  const line = bytes
    .subarray(Number(at))
    .toString('utf8')
    .split(/\r\n|\r|\n/, 1)[0]!;
  // The field may have another name than data: its value counts, as for judges.
  return jsonTexts([{ text: line.replace(/^[A-Za-z-]{1,40}:\s?/, ''), offset: 0 }])?.texts[0]?.value;
}

function valueAt(pointer: string, json: unknown): unknown {
  let value = json;
  for (const raw of pointer.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The quoted text as far as it is complete, without the ellipsis. */
function quoted(text: string): string[] {
  return [...text.slice(0, MOST_WORDS).matchAll(/“([^”]*)”/g)]
    .map(([, part]) => part!.replace(/…$/, ''))
    .filter((part) => part !== '');
}

/** A quoted text in its original form, where an apparent escape stands for an invisible character. */
const unescaped = (text: string): string =>
  text.replace(/\\(n|r|t|u[0-9a-f]{4})/g, (c) => String(parseJson(`"${c}"`)));
