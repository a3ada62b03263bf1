import { CsvScanner, delimiterOf } from './csv-scanner.ts';
import { EventScanner } from './event-scanner.ts';
import type { Place } from './hiding.ts';
import { JsonScanner } from './json-scanner.ts';
import type { RawValues } from './raw-value.ts';
import type { Scanner } from './scanner.ts';
import { TextScanner } from './text-scanner.ts';

/** What reads a body that begins so. */
export function scannerOf(
  head: string,
  values: RawValues,
  place: Place,
  isKnown: (value: string) => boolean,
): Scanner {
  const start = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^(?:data|event|id|retry):|^:/.test(start)) return new EventScanner(values, place);
  if (/^[[{]/.test(start)) return new JsonScanner(values, place);
  if (place.people && isTable(start)) return new CsvScanner(values, place, isKnown);
  return start[0] === '"' ? new JsonScanner(values, place) : new TextScanner(values, place);
}

/** Lines with fields in them. */
function isTable(start: string): boolean {
  if (start[0] === '<') return false;
  const line = /^[^\r\n]*/.exec(start)![0];
  return (
    line.length < start.length &&
    (/^sep=/i.test(line) || line.includes(delimiterOf(start)) || !/\s/.test(line))
  );
}
