import { lines } from '../change/usage.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

/** Exports whose lines end in two ways, which a strict reader reads alike (4.4). */
export const mixedLineEnds: readonly Variant[] = variants('csv-line-ends', [
  [
    'usage/export-header-crlf',
    '4.4',
    'the header ends with CRLF and the rows with LF',
    lines(lineEnds((i) => i === 0)),
  ],
  [
    'usage/export-some-lf',
    '4.4',
    'every fortieth row ends with LF and the others with CRLF',
    lines(lineEnds((i) => i % 40 !== 39)),
  ],
]);

/** Ends the lines that `crlf` names with CRLF, and the others with LF. */
function lineEnds(crlf: (line: number) => boolean) {
  return function* (all: Iterable<string>): Iterable<string> {
    let i = 0;
    for (const line of all) yield line.replace(/\r?\n$/, crlf(i++) ? '\r\n' : '\n');
  };
}
