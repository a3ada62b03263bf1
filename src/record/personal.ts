/** What identifies a person in a text. */
export interface Personal {
  /** In UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  kind: 'member' | 'uuid' | 'email';
}

/** A member of a usage record that names a person or an organization, whatever its value looks like. */
const MEMBER = /"(?:user_id|org_id|email)"\s*:\s*"(?:[^"\\]|\\.){1,256}"/g;
const UUID = /[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])/y;
const DOMAIN = /@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}/uy;
/** Characters before the `@` at most. */
const LONGEST_NAME = 320;
const LETTER = /[\p{L}\p{N}]/u;
/** 1 for the ASCII characters of which the part before the `@` is made. */
const IN_NAME = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[A-Za-z0-9._%+'-]/.test(String.fromCharCode(code))),
);
/** At the same place the more telling reading is taken. */
const RANK = { member: 0, uuid: 1, email: 2 };

/**
 * Finds UUIDs, e-mail addresses and, unless `valuesOnly`, whole JSON members that name somebody, in the order of the
 * text and without overlaps. Each kind is looked for at the character that it can't be without, as one pattern for all
 * would have to be tried at every character.
 */
export function personalIn(text: string, valuesOnly = false): Personal[] {
  const found = [...uuids(text), ...emails(text)];
  if (!valuesOnly) for (const match of text.matchAll(MEMBER)) found.push(span(match, 'member'));
  found.sort((a, b) => a.start - b.start || RANK[a.kind] - RANK[b.kind]);
  let end = 0;
  return found.filter((one) => {
    if (one.start < end) return false;
    end = one.end;
    return true;
  });
}

/** By their first hyphen: a long run of letters costs a look for one, whatever letters they are. */
function uuids(text: string): Personal[] {
  const found: Personal[] = [];
  for (let at = text.indexOf('-', 8); at >= 0; ) {
    UUID.lastIndex = at - 8;
    const fits = UUID.test(text) && !(at > 8 && /[0-9A-Za-z]/.test(text[at - 9]!));
    if (fits) found.push({ start: at - 8, end: UUID.lastIndex, kind: 'uuid' });
    at = text.indexOf('-', fits ? UUID.lastIndex + 8 : at + 1);
  }
  return found;
}

function emails(text: string): Personal[] {
  const found: Personal[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = startOfName(text, at);
    if (start === undefined) continue;
    DOMAIN.lastIndex = at;
    if (DOMAIN.test(text)) found.push({ start, end: DOMAIN.lastIndex, kind: 'email' });
  }
  return found;
}

/** Where the run of characters before the `@` begins; undefined when there are none, or too many to be a name. */
function startOfName(text: string, at: number): number | undefined {
  let start = at;
  for (let count = 0; start > 0; count++) {
    const code = text.charCodeAt(start - 1);
    const width = code >= 0xdc00 && code <= 0xdfff ? 2 : 1;
    const fits = code < 128 ? IN_NAME[code] === 1 : LETTER.test(text.slice(start - width, start));
    if (!fits) break;
    if (count === LONGEST_NAME) return undefined;
    start -= width;
  }
  return start < at ? start : undefined;
}

function span(match: RegExpExecArray, kind: Personal['kind']): Personal {
  return { start: match.index, end: match.index + match[0].length, kind };
}
