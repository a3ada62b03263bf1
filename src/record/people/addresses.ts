/** A place in a text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** How much is taken for an address where nothing but the text itself tells. */
export interface AddressRules {
  /** Whether a domain of one word is enough, as it is among people's data: `jane@intranet`. */
  dotless: boolean;
}

/** Characters of a local part beside letters and digits (RFC 5321 atext, RFC 6531). */
const ATEXT = /[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.@-]|\u200d|[^\p{ASCII}\P{S}]/u;
const LABEL =
  '[\\p{L}\\p{N}\\p{M}\\p{So}](?:[\\p{L}\\p{N}\\p{M}\\p{So}_-]{0,62}[\\p{L}\\p{N}\\p{M}\\p{So}])?';
const DOMAIN = new RegExp(
  `@(?:${LABEL}(?:[.\u3002\uff0e\uff61]${LABEL}){0,12}|\\[[\\p{L}\\p{N}:._-]{2,128}\\])`,
  'uy',
);
/** Longest local part that is looked for; the standard's own bound is 64. */
const LONGEST = 1024;

/** Words that stand before a value rather than in it: `user=jane@…`, `/users/jane@…`. */
const LEADING =
  /^(?:(?:https?|mailto|api|v\d+|usage|stats|user|users|user_?name|user_?id|e?-?mails?|mail|to|cc|bcc|from|by|for|member|members|account|accounts|owner|contact|login|name|id|u|q|key|value|filter|search|next|prev|cursor|page|limit|offset)?[=/?&|:])+/i;
/** A release or a tag, as in `gpt@1.2.0-rc.one` or `model@latest`. */
const RELEASE =
  /^(?:v?\d+(?:\.\d+)+(?:[-.+].*)?|v\d[^.]*|v\d+(?:\.\d+)+[a-z]*(?:[-.+].*)?|latest|stable|beta|alpha|preview|default|prod|production|dev|staging|main|rc[-.]?\d*|sha\d+|\d+)$/i;
const ADDRESS_OF_FOUR = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** E-mail addresses in a text, in its order and without overlaps. */
export function addressesIn(text: string, rules: AddressRules): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    DOMAIN.lastIndex = at;
    // An address may be routed through another one, as in `jane%40intranet@gateway.example` decoded.
    if (!DOMAIN.test(text) || text[DOMAIN.lastIndex] === '@') continue;
    const end = DOMAIN.lastIndex;
    if (!isDomain(text.slice(at + 1, end), rules)) continue;
    const floor = found.at(-1)?.end ?? 0;
    const start = text[at - 1] === '"' ? startOfQuoted(text, at, floor) : startOfAtom(text, at, floor);
    if (start < at) found.push({ start, end });
  }
  return found;
}

/** Whether text is one address from its beginning to its end. */
export function isAddress(text: string): boolean {
  const [one] = text.includes('@') ? addressesIn(text, { dotless: true }) : [];
  return one?.start === 0 && one.end === text.length;
}

function isDomain(domain: string, { dotless }: AddressRules): boolean {
  if (domain[0] === '[' || ADDRESS_OF_FOUR.test(domain)) return true;
  if (RELEASE.test(domain)) return false;
  const dot = /[.\u3002\uff0e\uff61](?=[^.\u3002\uff0e\uff61]*$)/u.exec(domain);
  const last = dot ? domain.slice(dot.index + 1) : domain;
  if (!dot) return dotless && /^\p{L}/u.test(last) && last.length > 1;
  return /^(?:xn--.+|[^\p{N}]{2,}|\p{L}.*\p{L})$/u.test(last) && !/^\d+$/.test(last);
}

function startOfAtom(text: string, at: number, floor: number): number {
  let start = at;
  while (start > floor && at - start < LONGEST) {
    const code = text.charCodeAt(start - 1);
    const width = code >= 0xdc00 && code <= 0xdfff && start - 1 > floor ? 2 : 1;
    if (!ATEXT.test(text.slice(start - width, start))) break;
    start -= width;
  }
  const local = text.slice(start, at);
  const lead = LEADING.exec(local)?.[0].length ?? 0;
  const open = /^['`{|.]+/.exec(local.slice(lead))?.[0].length ?? 0;
  return lead + open < local.length ? start + lead + open : start;
}

/** A quoted local part may hold anything. Where a sign before the opening quote belongs to a word, it goes on. */
function startOfQuoted(text: string, at: number, floor: number): number {
  let start = at;
  for (let open = text.lastIndexOf('"', at - 2); open >= floor && at - open <= LONGEST; ) {
    if (/[\r\n]/.test(text.slice(open, at))) break;
    start = open;
    if (open === 0 || !/[\p{L}\p{N}\\]/u.test(text[open - 1]!)) break;
    open = text.lastIndexOf('"', open - 1);
  }
  return start;
}
