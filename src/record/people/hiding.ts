import { addressesIn, isAddress, type Span } from './addresses.ts';
import type { Disguise } from './disguise.ts';
import type { KnownPeople } from './known-people.ts';
import { BoundedMap } from './memory.ts';

/** Where text stands, which decides what in it is personal. */
export interface Place {
  /** Data about people: the usage endpoints (spec 4.2 to 4.4). */
  people: boolean;
  /** A refusal, a header or a comment, which may name somebody; the text of a completion is left as it is. */
  names: boolean;
}

/** Replaces people in text that is decoded: same length, and character by character of the same kind. */
export interface Hiding {
  /** A value that names somebody, whatever it looks like. */
  person(value: string): string;
  /** Running text: addresses, and what is known to name somebody. */
  text(text: string, place: Place): string;
  /** A word of the service's own, in which only what can't be anything else is an address. */
  own(value: string, place: Place): string;
  /** A value whose name tells nothing. */
  value(value: string, place: Place): string;
}

const UUIDS =
  /(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32})(?![0-9A-Za-z])/g;
/** `user=alice`, `user_id: "alice"`: a name told by the word before it. */
const LABELLED =
  /(?<![\p{L}\p{N}])(?:user(?:[ _-]?(?:id|name))?|login|e-?mail|member|owner|account)(?:["']?\s*:\s*["']|=["']?)([^\s"',;&<>]{2,256})/giu;
/** A name right before an address in angle brackets. */
const DISPLAYED =
  /((?:[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'.\u2019-]*[ \t]+){0,3}[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'.\u2019-]*)"?[ \t]*<$/u;
const TELLING = /[\p{L}\p{N}\p{S}]/u;

interface Found extends Span {
  made: string;
}

/** What hides people by this disguise, and remembers whom it met. */
export function createHiding(disguise: Disguise, known: KnownPeople): Hiding {
  const persons = new BoundedMap<string>();
  const emails = new BoundedMap<string>();
  const email = (value: string): string => {
    let made = emails.get(value);
    if (made === undefined) {
      made = disguise.email(value);
      emails.set(value, made);
      known.learn(value, made);
    }
    return made;
  };

  const certain = (text: string, rules: { dotless: boolean }, uuid: (v: string) => boolean): Found[] => {
    const found: Found[] = addressesIn(text, rules).map((span) => ({
      ...span,
      made: email(text.slice(span.start, span.end)),
    }));
    for (const match of text.matchAll(UUIDS)) {
      if (uuid(match[0])) found.push(spanOf(match.index, match[0], disguise.uuid(match[0])));
    }
    return found;
  };

  const running = (text: string, place: Place): string => {
    const found = certain(text, { dotless: place.people }, (v) => place.people || known.has(v));
    if (place.people || place.names) {
      for (const { start, end } of [...found]) {
        const shown =
          text[start - 1] === '<' ? DISPLAYED.exec(text.slice(Math.max(0, start - 200), start)) : null;
        if (shown && text[end] === '>')
          found.push(spanOf(Math.max(0, start - 200) + shown.index, shown[1]!, person(shown[1]!)));
      }
      for (const { start, end } of known.within(text))
        found.push({ start, end, made: person(text.slice(start, end)) });
      for (const match of text.matchAll(LABELLED)) {
        const at = match.index + match[0].length - match[1]!.length;
        found.push(spanOf(at, match[1]!, person(match[1]!)));
      }
    }
    return replaced(text, found);
  };

  const whole = (value: string): string => {
    const match = value.match(UUIDS);
    if (match?.[0] === value) return disguise.uuid(value);
    if (isAddress(value)) {
      const local = value.slice(0, value.lastIndexOf('@'));
      if (local.length > 5 && /[\d._-]/.test(local)) known.learn(local, disguise.word(local));
      return email(value);
    }
    const parts = certain(value, { dotless: true }, () => true);
    if (parts.length === 0) return disguise.word(value);
    let made = '';
    let at = 0;
    for (const part of inOrder(parts)) {
      made += rest(value.slice(at, part.start)) + part.made;
      at = part.end;
    }
    return made + rest(value.slice(at));
  };
  /** What stands beside an address is a name of its own, without the signs around it. */
  const rest = (text: string): string => {
    const core = /[\p{L}\p{N}\p{S}](?:.*[\p{L}\p{N}\p{M}\p{S}])?/su.exec(text);
    if (!core) return text;
    return text.slice(0, core.index) + person(core[0]) + text.slice(core.index + core[0].length);
  };
  const person = (value: string): string => {
    let made = persons.get(value);
    if (made !== undefined) return made;
    const core = value.trim();
    if (!TELLING.test(core)) return value;
    const hidden = whole(core);
    known.learn(core, hidden);
    const at = value.indexOf(core);
    made = value.slice(0, at) + hidden + value.slice(at + core.length);
    persons.set(value, made);
    return made;
  };

  return {
    person,
    text: running,
    own(value, place) {
      const found = certain(value, { dotless: false }, (v) => place.people || known.has(v));
      const made = replaced(value, found);
      // A model may be named after whoever made it, and is asked for by that name.
      if (made !== value) known.remember(made, value);
      return made;
    },
    value: (value, place) =>
      (place.people || place.names) && known.has(value) ? person(value) : running(value, place),
  };
}

function spanOf(start: number, text: string, made: string): Found {
  return { start, end: start + text.length, made };
}

/** Without overlaps; at the same place the one that was found first. */
function inOrder(found: readonly Found[]): Found[] {
  let end = 0;
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((one) => {
      if (one.start < end) return false;
      end = one.end;
      return true;
    });
}

function replaced(text: string, found: readonly Found[]): string {
  if (found.length === 0) return text;
  let made = '';
  let at = 0;
  for (const one of inOrder(found)) {
    made += text.slice(at, one.start) + one.made;
    at = one.end;
  }
  return made + text.slice(at);
}
