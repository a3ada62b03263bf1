import type { Place } from './hiding.ts';
import type { Patches, RawValues } from './raw-value.ts';
import type { Scanner } from './scanner.ts';
import { Specials } from './specials.ts';

/** A line of more characters is looked at in parts. */
const LONGEST = 16_384;
/** Longer than an address: what may be its beginning is kept back. */
const OVERLAP = 2048;

/** Finds people in text of no known form, line by line. */
export class TextScanner implements Scanner {
  readonly #values: RawValues;
  readonly #place: Place;

  constructor(values: RawValues, place: Place) {
    this.#values = values;
    this.#place = place;
  }

  scan(text: string, final: boolean, out: Patches): number {
    const specials = new Specials(text, out.ascii);
    let at = 0;
    while (at < text.length) {
      const line = text.indexOf('\n', at);
      let end = line < 0 ? text.length : line;
      if (line < 0 && !final && end - at <= LONGEST) return at;
      if (end - at > LONGEST) end = quietPlace(text, at, at + LONGEST - OVERLAP);
      else if (line < 0 && !final) return at;
      this.#values.patch(text, at, end, 'any', this.#place, specials, out);
      at = end === line ? end + 1 : end;
    }
    return text.length;
  }
}

/** After white space or another sign that is in no address, well before the end. */
function quietPlace(text: string, from: number, until: number): number {
  for (let at = until; at > from && at > until - OVERLAP; at--) {
    const code = text.charCodeAt(at - 1);
    if (code <= 32 || code === 60 || code === 62) return at;
  }
  return until;
}
