import type { Derivation, Finding } from '../vocabulary/check.ts';
import { bodyText, type Exchange, header } from '../vocabulary/exchange.ts';
import { show } from './quote.ts';

const ABSENT = /^(?:absent|none|nothing)$|\bis required and absent$/;
const STATUS = /^(?:status )?\d{3}\b/;

/** How the words of a finding come about, from their form. What is neither a value nor a lack is worked out. */
export function derivationOf({ actual, place, derived }: Finding): Derivation {
  if (derived) return derived;
  if (ABSENT.test(actual)) return 'absent';
  if (place === 'status') return STATUS.test(actual) ? 'literal' : 'computed';
  if (place.startsWith('header ')) return 'literal';
  if (/^byte \d+$/.test(place)) return /“[^”]+”/.test(actual) ? 'literal' : 'computed';
  if (pointerIn(place) === undefined) return 'computed';
  // A value as JSON writes it, alone or after the name of its member: `null`, `"x"`, `total_tokens is -1`.
  return /^(?:[\w/]+ is )?(?:null|true|false|-?\d[\d.eE+-]*|".*"|\[.*|\{.*)$/s.test(actual)
    ? 'literal'
    : 'computed';
}

/**
 * What is wrong with a finding that says what stands, or does not stand, in an exchange: looked up again in the first
 * one that it cites, and in nothing else. Undefined when it is so; `computed` findings are not looked at.
 */
export function contradiction(finding: Finding, exchange: Exchange): string | undefined {
  const { actual, place } = finding;
  const derived = derivationOf(finding);
  if (derived === 'computed') return undefined;
  if (place === 'status') return ofStatus(actual, exchange);
  if (place.startsWith('header ')) return ofHeader(derived, actual, header(exchange, place.slice(7)));
  if (/^byte \d+$/.test(place)) return ofBytes(actual, Number(place.slice(5)), exchange);
  return ofMember(derived, finding, exchange);
}

function ofStatus(actual: string, { response }: Exchange): string | undefined {
  const said = /\d{3}/.exec(actual)?.[0];
  return String(response?.status) === said ? undefined : `the status is ${response?.status ?? 'none'}`;
}

function ofHeader(derived: Derivation, actual: string, value: string | undefined): string | undefined {
  if (derived === 'absent') return value === undefined ? undefined : `the header is ${value}`;
  const said = quotes(actual)[0] ?? actual;
  return value?.toLowerCase().includes(said.toLowerCase()) ? undefined : `the header is ${value ?? 'absent'}`;
}

function ofBytes(actual: string, at: number, exchange: Exchange): string | undefined {
  const body = exchange.response ? Buffer.from(exchange.response.body.bytes).toString('latin1') : '';
  const tail = Buffer.from(body.slice(Math.max(0, at - 4)), 'latin1').toString('utf8');
  const missing = quotes(actual).find((text) => !tail.includes(text));
  return missing === undefined ? undefined : `${JSON.stringify(missing)} does not stand there`;
}

function ofMember(derived: Derivation, { actual, place }: Finding, exchange: Exchange): string | undefined {
  const at = valueAt(pointerIn(place)!, jsonIn(place, exchange));
  if (derived === 'absent') return at === undefined ? undefined : `${show(at)} stands there`;
  const said = actual.replace(/^[\w/]+ is (?=null|true|false|[-\d"[{])/, '');
  return show(at) === said ? undefined : `${show(at)} stands there`;
}

/** The pointer in a place: `body /choices/0`, `byte 120 /choices` (into the chunk that begins there), `/usage`. */
function pointerIn(place: string): string | undefined {
  return /^(?:body |byte \d+ )?(\/\S*)$/.exec(place)?.[1];
}

/** The JSON that a pointer leads into: the body, or the payload of the event around a byte. */
function jsonIn(place: string, exchange: Exchange): unknown {
  const at = /^byte (\d+) /.exec(place)?.[1];
  try {
    if (at === undefined) return JSON.parse(bodyText(exchange));
    const bytes = Buffer.from(exchange.response!.body.bytes);
    const line = bytes
      .subarray(Number(at))
      .toString('utf8')
      .split(/\r\n|\r|\n/, 1)[0]!;
    return JSON.parse(line.replace(/^data:\s?/, ''));
  } catch {
    return undefined;
  }
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

/** What a text quotes, as far as it is whole: without the mark that says that more followed. */
function quotes(text: string): string[] {
  return [...text.matchAll(/“([^”]*)”/g)]
    .map(([, quoted]) =>
      quoted!.replace(/…$/, '').replace(/\\(n|r|t|u[0-9a-f]{4})/g, (c) => JSON.parse(`"${c}"`)),
    )
    .filter((quoted) => quoted !== '');
}
