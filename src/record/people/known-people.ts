import { owned } from '../../vocabulary/owned.ts';
import { BoundedMap } from './memory.ts';

/** Who was named in people's data so far, so that he is known again where nothing but his name tells. */
export interface KnownPeople {
  /** Notes a name or an id, and what stands for it. */
  learn(value: string, pseudonym: string): void;
  /** Whether this whole value was somebody's name or id; for cells and members without a telling name. */
  has(value: string): boolean;
  readonly size: number;
  /** Places in a running text that name somebody. */
  within(text: string): { start: number; end: number }[];
  /** What a pseudonym stands for; undefined for what is none. */
  original(pseudonym: string): string | undefined;
  /** Notes what a pseudonym stands for that is no person's own. */
  remember(pseudonym: string, value: string): void;
}

/** Words of the protocol, of programs and of refusals. Who is called so is not looked for in running text. */
const COMMON = new Set(
  `user users admin administrator root guest test tester testing demo system assistant tool developer function model
  models provider source api app application service server client bot agent default none null true false unknown
  anonymous nobody everyone all any other others total totals sum name names key keys token tokens limit rate request
  requests error errors invalid missing required value values type types field fields string number integer object
  array message messages content role stop length usage stats summary export completion completions chat stream
  billing account accounts organization organisation org member members owner person people email mail found
  reset forbidden unauthorized insufficient balance quota exceeded bad not and the for with from this that your must
  should please input output prompt date start end page offset text json data info support help contact team sales
  production staging development public private internal external main primary secondary first last new old
  will may can mark bill grant art rich hope faith grace summer autumn dawn april june august may frank jack`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}._'\u2019-]*[\p{L}\p{N}\p{M}]|[\p{L}\p{N}]/gu;

/** Nobody is known yet. */
export function createKnownPeople(): KnownPeople {
  const values = new BoundedMap<true>({ keeps: true });
  /** Names that may be looked for in running text, by their first word. */
  const byFirstWord = new BoundedMap<string[]>({ keeps: true });
  const originals = new BoundedMap<string>({ keeps: true });
  /** Records are many more than people, and must not drive them out. */
  const others = new BoundedMap<string>({ keeps: true });
  return {
    learn(value, pseudonym) {
      const plain = owned(normal(value));
      if (plain.length < 2) return;
      if (value !== pseudonym && originals.get(pseudonym) === undefined) originals.set(pseudonym, value);
      if (values.get(plain)) return;
      values.set(plain, true);
      if (!distinct(plain)) return;
      const first = plain.match(WORD)?.[0];
      if (first === undefined) return;
      byFirstWord.set(
        first,
        [...(byFirstWord.get(first) ?? []), plain].sort((a, b) => b.length - a.length),
      );
    },
    get size() {
      return values.size;
    },
    has: (value) => values.size > 0 && values.get(normal(value)) === true,
    original: (pseudonym) => originals.get(pseudonym) ?? others.get(pseudonym),
    remember: (pseudonym, value) => others.set(pseudonym, value),
    within(text) {
      const found: { start: number; end: number }[] = [];
      if (byFirstWord.size === 0) return found;
      const lower = text.toLowerCase();
      if (lower.length !== text.length) return found;
      let end = 0;
      for (const match of lower.matchAll(WORD)) {
        if (match.index < end) continue;
        const names = byFirstWord.get(match[0]);
        const name = names?.find((n) => isAt(lower, n, match.index - n.indexOf(match[0])));
        if (name === undefined) continue;
        const start = match.index - name.indexOf(match[0]);
        end = start + name.length;
        found.push({ start, end });
      }
      return found;
    },
  };
}

/** Whether a name can be told from a word of the language or of the protocol. */
function distinct(plain: string): boolean {
  if (COMMON.has(plain) || plain.length < 3 || !/\p{L}/u.test(plain)) return /^\d{6,}$/.test(plain);
  return true;
}

function isAt(text: string, name: string, at: number): boolean {
  const end = at + name.length;
  return (
    at >= 0 && text.startsWith(name, at) && (end >= text.length || !/[\p{L}\p{N}\p{M}]/u.test(text[end]!))
  );
}

/** Without letter case, and a UUID without its hyphens. */
function normal(value: string): string {
  const plain = value.trim().toLowerCase();
  return plain.length === 36 && UUID.test(plain) ? plain.replaceAll('-', '') : plain;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
