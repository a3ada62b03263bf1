import type { Exchange } from '../../vocabulary/exchange.ts';
import type { CheckLine } from '../../vocabulary/record.ts';
import { type Palette, VERDICT_COLOUR } from '../palette.ts';
import { oneLine, shorten } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';

/** Verdicts that are printed at once. */
const TOLD: ReadonlySet<CheckLine['verdict']> = new Set(['fail', 'error', 'warn', 'inconclusive']);

/** Prints findings as they occur, once each: blocked checks are folded under their cause. */
export function createFindingPrinter(
  paint: Palette,
  verbose: boolean,
): (line: CheckLine) => string | undefined {
  const said = new Set<string>();
  return (line) => {
    if (verbose) return resultLine(line, paint);
    if (!TOLD.has(line.verdict) || line.blockedBy !== undefined) return undefined;
    if (line.verdict === 'inconclusive') {
      if (said.has(line.message)) return undefined;
      said.add(line.message);
    }
    return resultLine(line, paint);
  };
}

function resultLine(line: CheckLine, paint: Palette): string {
  const { mark, word } = FOREIGN[line.verdict];
  return `${paint(VERDICT_COLOUR[line.verdict], `${mark} ${word}`)}  ${line.id}: ${oneLine(shorten(line.message, 200))}`;
}

/** An exchange in a line: `e12  POST /api/v1/chat/completions  422  31 ms  180 bytes  n is 0`. */
export function traceLine({ id, request, response, failure, timing, label }: Exchange): string {
  const url = URL.canParse(request.url) ? new URL(request.url) : { pathname: request.url, search: '' };
  const outcome = [response?.status, failure?.kind].filter((part) => part !== undefined).join(' ');
  const parts = [
    id,
    `${request.method} ${url.pathname}${url.search}`,
    outcome || 'no answer',
    `${Math.round(timing.endMs)} ms`,
    `${response?.body.size ?? 0} bytes`,
    label,
  ];
  return oneLine(shorten(parts.join('  '), 400));
}
