import { VERDICTS } from '../../vocabulary/verdict.ts';
import { type Palette, VERDICT_COLOUR } from '../palette.ts';
import { broken, oneLine } from '../text.ts';
import { FOREIGN } from '../verdict-map.ts';
import type { RunState } from './state.ts';

/** The lines below the findings during a run: progress, cost, and the current wait. */
export function liveRegion(state: RunState, now: number, columns: number, paint: Palette): string[] {
  const { checks } = state;
  const verdicts = VERDICTS.filter((verdict) => checks.counts.get(verdict));
  const counts = verdicts.map((verdict) => `${FOREIGN[verdict].mark} ${checks.counts.get(verdict)}`);
  const left = leftMs(state);
  const time = `${duration(now - state.startedAt)}${left === undefined ? '' : `, at least ${duration(left)} left`}`;
  const room = Math.max(20, columns - 1);
  const share = state.share();
  return [
    `${bar(share, Math.min(BAR, room - time.length - 8))}${Math.floor(share * 100)} %  ${time}`.slice(
      0,
      room,
    ),
    `${checks.done} of ${checks.total} checks`,
    ...fitting(counts, room, (text, i) => paint(VERDICT_COLOUR[verdicts[i]!], text)),
    ...fitting(costs(state), room),
    ...broken(oneLine(waiting(state, now)), room),
  ];
}

const BAR = 30;
const SHORTEST_BAR = 5;

function bar(share: number, width: number): string {
  if (width < SHORTEST_BAR) return '';
  const full = Math.floor(share * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} `;
}

/**
 * Estimated minimum time for the remaining requests in milliseconds: at the best pace so far, without serial waits.
 */
function leftMs({ planned, requests, bestPace }: RunState): number | undefined {
  if (planned === undefined || bestPace === undefined || requests >= planned) return undefined;
  const left = bestPace * (planned - requests);
  return left < 1_000 ? undefined : left;
}

function costs({ requests, planned, billed, tokens, usd }: RunState): string[] {
  return [
    `${requests}${planned === undefined ? '' : ` of about ${planned}`} requests`,
    `${billed.completions} of at most ${billed.most} billed`,
    `${tokens} tokens used`,
    ...(usd === undefined ? [] : [`${usd.toFixed(4)} USD`]),
  ];
}

function waiting(state: RunState, now: number): string {
  const pause = state.pause();
  if (pause) return `waiting for ${pause.what}, at most ${duration(pause.until - now)} more`;
  const answer = state.answer();
  if (!answer) return 'between two requests';
  const many = answer.many === 1 ? 'a response' : `${answer.many} responses`;
  return `waiting for ${many} for ${duration(now - answer.since)}, at most ${duration(answer.until - now)} more: ${answer.label}`;
}

/** `41 s`, `2 min 5 s`: whole seconds. */
function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Texts side by side, on as many lines as they need. */
function fitting(
  texts: readonly string[],
  room: number,
  shown = (text: string, _: number) => text,
): string[] {
  const lines: string[][] = [];
  let width = 0;
  for (const [i, text] of texts.entries()) {
    const wanted = text.length + 2;
    if (lines.length === 0 || width + wanted > room + 2) {
      lines.push([]);
      width = 0;
    }
    lines.at(-1)!.push(shown(text, i));
    width += wanted;
  }
  return lines.map((line) => line.join('  '));
}
