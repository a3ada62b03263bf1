/** A part of an address, and where it stands in a text. */
export interface Part {
  text: string;
  place: number;
}

/** What stands before the at sign, or what stands behind it, as a member: of JSON, or of JSON within a string. */
const HALF =
  /(\\*)"((?:e?mail_?|user_?)?(?:local|local_?part|mailbox|domain|domain_?name)|host|host_?name)\1"\s*:\s*\1"((?:[^"\\@\s]|\\+u[0-9A-Fa-f]{4}){1,256})\1"/gi;
const NAME = /^(?:(?:e?mail|user)?(?:local|localpart|mailbox|domain|domainname)|host|hostname)$/i;
const isDomain = (name: string) => /domain|^host/i.test(name);
/** Between the halves of one address stand other members, and no other object. */
const MOST_BETWEEN = 400;

/**
 * Addresses whose sides are two members of an object, in either order, with others between them or not; `within` strings as
 * well, which hold what they like where a model wrote them.
 */
export function halvesIn(text: string, within: boolean): { local: Part; domain: Part }[] {
  if (!/local|mailbox/i.test(text)) return [];
  const found: { local: Part; domain: Part }[] = [];
  let last: { name: string; part: Part; end: number } | undefined;
  for (const { 0: whole, 1: slashes = '', 2: name = '', 3: value = '', index } of text.matchAll(HALF)) {
    if (slashes !== '' && !within) continue;
    const end = index + whole.length;
    const part = { text: value, place: end - 1 - slashes.length - value.length };
    const before = last;
    last = { name, part, end };
    if (!before || isDomain(before.name) === isDomain(name)) continue;
    if (index - before.end > MOST_BETWEEN || /[{}]/.test(text.slice(before.end, index))) continue;
    const [local, domain] = isDomain(name) ? [before.part, part] : [part, before.part];
    if (mayBeAnything([before.name, name]) || !domain.text.includes('.')) continue;
    found.push({ local, domain });
    last = undefined;
  }
  return found;
}

/** What is local to a host. */
function mayBeAnything(names: readonly string[]): boolean {
  return names.some((name) => /^local$/i.test(name)) && names.some((name) => /^host/i.test(name));
}

/** The columns of both sides of an address, by their titles; undefined where there are none. */
export function halfColumns(titles: readonly string[]): { local: number; domain: number } | undefined {
  const names = titles.map((title) => title.trim().replace(/[\s_-]/g, ''));
  const local = names.findIndex((name) => NAME.test(name) && !isDomain(name));
  const domain = names.findIndex((name) => NAME.test(name) && isDomain(name));
  if (local < 0 || domain < 0 || mayBeAnything([names[local]!, names[domain]!])) return undefined;
  return { local, domain };
}
