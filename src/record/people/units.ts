/**
 * Ways in which text is written inside other text. Each takes text as it is written, hands what it means to `inner`, and
 * writes the result the same way into the same room. `inner` replaces characters one by one by others that are as long.
 */
export type Layer = (written: string, inner: (meant: string) => string) => string;

/** One character as it is meant, and how it was written. */
export interface Unit {
  meant: string;
  written: string;
}

/** Writes one character in the way in which another one was written. */
type Spell = (character: string, like: Unit) => string;

/** What `inner` makes of what the units mean, written in their ways. */
export function through(
  units: readonly Unit[],
  written: string,
  inner: (t: string) => string,
  spell: Spell,
): string {
  const meant = units.map((u) => u.meant).join('');
  const made = inner(meant);
  if (made === meant) return written;
  const characters = [...made];
  const old = units.flatMap((unit) => [...unit.meant].map((c, i) => ({ unit, c, i })));
  // Whoever changes the number of characters has broken the promise: better nothing than something misplaced.
  if (old.length !== characters.length) return '*'.repeat(written.length);
  return old
    .map(({ unit, c, i }, at) => {
      const now = characters[at]!;
      if (i > 0) return '';
      return now === c ? unit.written : unit.written === unit.meant ? now : spell(now, unit);
    })
    .join('');
}

/** Splits text into what the pattern matches and single characters. `read` says what a match means. */
export function unitsOf(
  written: string,
  pattern: RegExp,
  read: (match: string) => string | undefined,
): Unit[] {
  const units: Unit[] = [];
  let at = 0;
  const plain = (until: number) => {
    for (const c of written.slice(at, until)) units.push({ meant: c, written: c });
  };
  for (const match of written.matchAll(pattern)) {
    const meant = read(match[0]);
    if (meant === undefined) continue;
    plain(match.index);
    units.push({ meant, written: match[0] });
    at = match.index + match[0].length;
  }
  plain(written.length);
  return units;
}
