import type { Place } from './hiding.ts';
import { JsonScanner } from './json-scanner.ts';
import type { Patches, RawValues } from './raw-value.ts';
import type { Scanner } from './scanner.ts';
import { joinedAddresses } from './split-addresses.ts';
import { TextScanner } from './text-scanner.ts';

/** Characters of an event stream that are kept back: an address may go on in the next events. */
const WINDOW = 32_768;
/** Longer lines are looked at in parts. */
const LONGEST_LINE = 262_144;

/** Finds people in server-sent events: in the JSON of each, in comments, and over events that a client puts together. */
export class EventScanner implements Scanner {
  readonly #values: RawValues;
  readonly #place: Place;
  /** Where lines of the text begin that were looked at already, as a length from the beginning. */
  #done = 0;

  constructor(values: RawValues, place: Place) {
    this.#values = values;
    this.#place = place;
  }

  scan(text: string, final: boolean, out: Patches): number {
    const patched = new Set<number>();
    const marking: Patches = {
      ascii: out.ascii,
      put(start, made) {
        for (let i = 0; i < made.length; i++) patched.add(start + i);
        out.put(start, made);
      },
      uuid: (start, end) => out.uuid(start, end),
    };
    const whole = final ? text.length : text.lastIndexOf('\n') + 1;
    if (whole === 0 && text.length > LONGEST_LINE) return this.#asText(text, marking);
    if (text.includes('@'))
      joinedAddresses(text.slice(0, whole), this.#done, this.#values, this.#place, marking);
    let at = this.#done;
    while (at < whole) {
      const line = text.indexOf('\n', at);
      const end = line < 0 ? whole : line;
      this.#line(text, at, end, patched, marking);
      at = end + 1;
    }
    const consumed = final
      ? text.length
      : Math.max(0, text.lastIndexOf('\n', Math.max(0, whole - WINDOW)) + 1);
    this.#done = Math.max(0, Math.min(at, whole) - consumed);
    return consumed;
  }

  #line(text: string, start: number, end: number, patched: ReadonlySet<number>, out: Patches): void {
    const line = text.slice(start, end);
    const data = /^data: ?(?=[[{])/.exec(line);
    const from = start + (data?.[0].length ?? 0);
    const scanner = data ? new JsonScanner(this.#values, this.#place) : this.#comments();
    scanner.scan(text.slice(from, end), true, {
      ascii: out.ascii,
      put(at, made) {
        // What was found over several events is found again in one of them, in part.
        if (!patched.has(from + at) && !patched.has(from + at + made.length - 1)) out.put(from + at, made);
      },
      uuid: (a, b) => out.uuid(from + a, from + b),
    });
  }

  /** Comments are no text of a model: they may name somebody. */
  #comments(): Scanner {
    return new TextScanner(this.#values, { ...this.#place, names: true });
  }

  #asText(text: string, out: Patches): number {
    const until = text.length - 2048;
    new TextScanner(this.#values, this.#place).scan(text.slice(this.#done, until), true, {
      ascii: out.ascii,
      put: (at, made) => out.put(this.#done + at, made),
      uuid: (a, b) => out.uuid(this.#done + a, this.#done + b),
    });
    this.#done = 0;
    return until;
  }
}
