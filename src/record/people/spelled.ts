import { through, type Unit } from './units.ts';

/** Signs that people put around the words for signs: `[at]`, `(dot)`. */
const framed = (word: string) => String.raw`\s{0,3}[[({<]\s{0,3}(?:${word})\s{0,3}[\])}>]\s{0,3}`;
const AT = new RegExp(`${framed('at|@|ät')}|\\s{1,3}(?:at|@)\\s{1,3}`, 'giu');
const DOT = `(?:\\.|${framed('dot|punkt|\\.')}|\\s{1,3}dot\\s{1,3})`;
const ATEXT = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}_-]{0,61}[\\p{L}\\p{N}\\p{M}])?';
const LOCAL = new RegExp(`(?:${ATEXT}{1,64}${DOT}){0,8}${ATEXT}{1,64}$`, 'iu');
const DOMAIN = new RegExp(`(?:${LABEL}${DOT}){1,8}\\p{L}{2,24}(?![\\p{L}\\p{N}])`, 'iuy');
const DOTS = new RegExp(DOT, 'giu');
/** Longest local part that is looked for. */
const LONGEST = 300;

/** Words before `at` that tell what came to pass there, or whom one finds; nobody's mailbox is called so. */
const NO_MAILBOX = new RegExp(
  `^(?:${[
    'accepted|answered|available|blocked|cached|closed|connected|declined|defined|denied|documented|dropped|ended|expired',
    'failed|found|handled|hosted|limited|listed|listening|located|logged|looking|looked|observed|parsed|posted|processed|published',
    'raised|reachable|reached|received|redirected|refused|registered|rejected|reported|resolved|responding|routed|running|see|seen',
    'sent|served|stopped|stored|terminated|throttled|thrown|unavailable|unreachable|unresolved|validated|verified',
    'he|her|him|it|me|one|she|them|they|us|we|you',
  ].join('|')})$`,
  'i',
);

/** A place in a text that says a sign of an address. */
interface Sign {
  start: number;
  end: number;
  meant: '@' | '.';
}

/**
 * Text in which addresses are spelled, `jane at firma dot example` or `jane [at] firma.example`, as it is meant. Where nothing but
 * words tells, a dot has to be spelled as well, or the address is all there is: `see at example.com` is none, and neither is what was
 * `rejected at example dot com`.
 */
export function throughSpelled(written: string, inner: (meant: string) => string): string {
  const signs = signsIn(written);
  if (signs.length === 0) return inner(written);
  const units: Unit[] = [];
  let at = 0;
  const plain = (until: number) => {
    for (const c of written.slice(at, until)) units.push({ meant: c, written: c });
  };
  for (const { start, end, meant } of signs) {
    plain(start);
    units.push({ meant, written: written.slice(start, end) });
    at = end;
  }
  plain(written.length);
  return through(units, written, inner, (_, like) => like.written);
}

/** The signs of all spelled addresses, in the order of the text. */
function signsIn(text: string): Sign[] {
  const signs: Sign[] = [];
  let floor = 0;
  for (const { 0: at, index } of text.matchAll(AT)) {
    const after = index + at.length;
    const before = LOCAL.exec(text.slice(Math.max(floor, index - LONGEST), index))?.[0];
    DOMAIN.lastIndex = after;
    const domain = DOMAIN.exec(text)?.[0];
    if (before === undefined || domain === undefined) continue;
    const start = index - before.length;
    const isAll = text.slice(0, start).trim() === '' && text.slice(after + domain.length).trim() === '';
    const isWord = /^\s*at\s*$/i.test(at);
    if (isWord && !isAll && !/dot|punkt|[[({<]/i.test(domain)) continue;
    // `Rejected at api dot example dot com` tells of a host.
    if (isWord && NO_MAILBOX.test(before)) continue;
    signs.push(...dotsIn(before, start), { start: index, end: after, meant: '@' }, ...dotsIn(domain, after));
    floor = after + domain.length;
  }
  return signs;
}

function dotsIn(part: string, offset: number): Sign[] {
  return [...part.matchAll(DOTS)].map(({ 0: dot, index }) => ({
    start: offset + index,
    end: offset + index + dot.length,
    meant: '.' as const,
  }));
}
