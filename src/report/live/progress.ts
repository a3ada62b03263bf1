import type { createLogUpdate } from 'log-update';
import { clauseTitle } from '../../contract/ledger.ts';
import type { Check } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { CheckLine, EndLine } from '../../vocabulary/record.ts';
import type { Settings } from '../../vocabulary/settings.ts';
import type { RunWatch } from '../../vocabulary/watch.ts';
import { countsInWords, countVerdicts } from '../counts.ts';
import { createPalette, type Palette, VERDICT_COLOUR, wantsColours } from '../palette.ts';
import { sectionOf } from '../sections.ts';
import { broken, oneLine, shorten } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';
import { liveRegion } from './region.ts';
import { createRunState } from './state.ts';

/** The output for progress; a part of `process.stderr`. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** The amount of progress output. */
export interface Telling {
  amount: 'quiet' | 'usual' | 'verbose';
  /** Also a line for every exchange. */
  trace: boolean;
}

export interface ProgressOptions extends Telling {
  checks: readonly Pick<Check, 'id' | 'clauses'>[];
  settings: Settings;
  env: Record<string, string | undefined>;
  /** Epoch milliseconds; the wall clock without it. */
  now?: () => number;
}

/** Follows a run and shows its progress. */
export interface Progress extends RunWatch {
  /** Resolves when the live region can be drawn. */
  drawn: Promise<void>;
  result(line: CheckLine): void;
  plan(planned: NonNullable<EndLine['planned']>): void;
  /** Draws the changes; it is called twice a second on a terminal. */
  tick(): void;
  /** Clears the live region; nothing is shown afterwards. */
  end(): void;
}

/** Output that is rewritten, with lines above it. */
type Region = Pick<ReturnType<typeof createLogUpdate>, 'clear' | 'persist'> & ((text: string) => void);

async function openRegion(stream: ProgressStream): Promise<Region> {
  const { createLogUpdate } = await import('log-update');
  // The cursor stays visible: hiding it would install signal handlers, which are ours.
  return createLogUpdate(stream as NodeJS.WritableStream, { showCursor: true });
}

const TICK_MS = 500;
/** There can be hundreds of results per second, more than a person can read. */
const OFTEN_MS = 100;
/** If the width is unknown. */
const USUAL_COLUMNS = 80;

/**
 * On a terminal a region with progress, cost and the current wait, below the findings so far; elsewhere one line
 * per finished section.
 */
export function createProgress(stream: ProgressStream, options: ProgressOptions): Progress {
  const { env, amount, trace } = options;
  const now = options.now ?? Date.now;
  const live = amount !== 'quiet' && stream.isTTY === true && env.TERM !== 'dumb' && !env.CI;
  const paint = createPalette(wantsColours(stream, env));
  const state = createRunState(options.settings, options.checks.length, now);
  const tell = createFindingPrinter(paint, amount === 'verbose');
  const section = createSectionPrinter(options.checks);
  let region: Region | undefined;
  let ended = false;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = () => {
    drawnAt = now();
    if (!ended) region?.(liveRegion(state, now(), stream.columns || USUAL_COLUMNS, paint).join('\n'));
  };
  const print = (text: string | undefined) => {
    if (ended || text === undefined || amount === 'quiet') return;
    if (region) region.persist(broken(text, (stream.columns || USUAL_COLUMNS) - 1).join('\n'));
    else stream.write(`${text}\n`);
    draw();
  };
  const timer = live ? setInterval(draw, TICK_MS) : undefined;
  timer?.unref();
  // Loaded while the first requests are in flight, so that none of them waits for it.
  const drawn = live
    ? openRegion(stream).then((opened) => {
        region = opened;
        draw();
      })
    : Promise.resolve();
  return {
    drawn,
    tick: draw,
    sent: state.sent,
    waits: state.waits,
    plan: state.plan,
    exchange(exchange: Exchange) {
      state.exchange(exchange);
      if (trace) print(traceLine(exchange));
    },
    result(line) {
      state.result(line);
      if (live || amount === 'verbose') print(tell(line));
      if (!live) print(section(line));
      if (now() - drawnAt >= OFTEN_MS) draw();
    },
    end() {
      clearInterval(timer);
      if (!ended) region?.clear();
      ended = true;
    },
  };
}

const NAMED = 3;

/**
 * Collects results by section. Prints a section in one line when its last check has ended; after that, each result
 * that later responses change.
 */
function createSectionPrinter(
  checks: readonly Pick<Check, 'id' | 'clauses'>[],
): (line: CheckLine) => string | undefined {
  const sections = new Map<string, string>(checks.map((c) => [c.id, sectionOf(c)]));
  const sizes = new Map<string, number>();
  for (const section of sections.values()) sizes.set(section, (sizes.get(section) ?? 0) + 1);
  const ended = new Map<string, Map<string, CheckLine>>();
  return (line) => {
    const section = sections.get(line.id);
    if (section === undefined) return undefined;
    const lines = ended.get(section) ?? new Map<string, CheckLine>();
    ended.set(section, lines);
    const before = lines.get(line.id)?.verdict;
    lines.set(line.id, line);
    if (lines.size < sizes.get(section)!) return undefined;
    const heading = `${section}  ${clauseTitle(section)}`;
    if (before !== undefined)
      return before === line.verdict
        ? undefined
        : `${heading}  later answers changed ${line.id}: ${FOREIGN[line.verdict].word}`;
    const red = [...lines.values()].filter((l) => l.verdict === 'fail' || l.verdict === 'error');
    const more = red.length > NAMED ? ` and ${red.length - NAMED} more` : '';
    const named = red.slice(0, NAMED).map((l) => l.id);
    const failed = red.length > 0 ? `: ${named.join(', ')}${more}` : '';
    return `${heading}  ${countsInWords(countVerdicts([...lines.values()]))}${failed}`;
  };
}

const TOLD: ReadonlySet<CheckLine['verdict']> = new Set(['fail', 'error', 'warn', 'inconclusive']);

/** Prints findings as they occur, once each: blocked checks are folded under their cause. */
function createFindingPrinter(paint: Palette, verbose: boolean): (line: CheckLine) => string | undefined {
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
function traceLine({ id, request, response, failure, timing, label }: Exchange): string {
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
