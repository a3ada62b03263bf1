import { NOTHING, plus, type Totals } from '../../measures.ts';
import { boundsOf } from '../bounds.ts';
import { rememberedFor } from '../elsewhere.ts';
import { type Accounts, type EndpointTimeline, endOf, uncertain } from '../endpoint-timeline.ts';
import { type LaterRequests, laterRequests } from '../later-requests.ts';
import { kindOf, type OwnCompletion, subsets } from '../own-completions.ts';
import { rememberedInput } from '../remembered.ts';
import { shortBehindEarly, shortWindows, type Window } from '../windows.ts';
import { type Examination, examine } from './examine.ts';
import { type CountedKind, explain, mayBeLate } from './explain.ts';
import { overwritten } from './overwritten.ts';

export type { CountedKind } from './explain.ts';

const OVERWRITTEN =
  'each completion grew the totals by its usage minus that of the previous one, so it replaces that one';

/** The usage that an endpoint lacks, and the kind that explains it; `undefined` if none does. */
export interface MissingGrowth {
  timeline: EndpointTimeline;
  missing: Totals;
  kind: CountedKind | undefined;
  /** The explanation in words. */
  why: string;
  /** Whether none of it can still be delayed. */
  decided: boolean;
  /** A whole kind of which nothing is counted: its number of completions, and the time since the last of them. */
  uncounted?: { completions: number; forMs: number };
  /** Whether the endpoint counts it by another address: its answer is an old one. */
  remembered?: true;
}

/** The usage that an endpoint's growth lacks; undefined if there is none. */
export function missingGrowth(accounts: Accounts, timeline: EndpointTimeline): MissingGrowth | undefined {
  const windows = shortWindows(accounts, timeline);
  const [lead] = windows;
  if (!lead && !shortBehindEarly(accounts, timeline)) return undefined;
  const { elsewhere, untilToday } = timeline;
  if (lead && untilToday) {
    const why = `a range until today includes all completions, and one until ${timeline.range.end} includes none of them`;
    return { timeline, missing: lead.missing, kind: undefined, why, decided: true };
  }
  if (lead && elsewhere) {
    const why = rememberedFor({ ...timeline, elsewhere });
    return { timeline, missing: lead.missing, kind: undefined, why, decided: false, remembered: true };
  }
  const trial = examine(accounts, timeline);
  const shown = trial.quiet ? shownByTrial(trial) : undefined;
  if (shown) return { timeline, ...shown, decided: true };
  if (!lead) return undefined;
  if (trial.quiet && overwritten(accounts, timeline))
    return { timeline, missing: lead.missing, kind: undefined, why: OVERWRITTEN, decided: true };
  const early = uncertain(accounts, timeline);
  const later = laterRequests(accounts, timeline);
  const lost = windows.find((window) => isLost(window, trial, early, later));
  const { own, missing } = lost ?? lead;
  const explained = explain(own, missing);
  const isCached = isRepeatedInput(missing, own, early);
  const why = isCached
    ? 'exactly the input of completions with a repeated prompt, which a service may record separately as cached'
    : ((lost || explained.kind ? undefined : onlyTokens(accounts, timeline, missing)) ?? explained.why);
  const { kind, whole } = explained;
  const uncounted =
    whole === undefined ? {} : { uncounted: { completions: whole, forMs: shortFor(own, timeline) } };
  return { timeline, missing, kind, why, decided: lost !== undefined, ...uncounted };
}

/** The time from the last of these completions to the last reading, in milliseconds. */
const shortFor = (own: readonly OwnCompletion[], { last }: EndpointTimeline): number =>
  last.exchange.startedAt - Math.max(...own.map(endOf));

/** That every request is counted, and tokens are short for longer than anything was late, in words. */
function onlyTokens(accounts: Accounts, timeline: EndpointTimeline, missing: Totals): string | undefined {
  const { slowestMs, lagMs = 0 } = timeline;
  const own = accounts.run.filter(({ outcome }) => outcome === 'success');
  const shortMs = shortFor(own, timeline);
  const lateMs = Math.max(slowestMs, lagMs);
  if (own.length === 0 || missing.total_requests > 0n || shortMs <= lateMs) return undefined;
  const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
  return `all requests are counted, and tokens are short for ${seconds(shortMs)}, longer than any delay seen (${seconds(lateMs)})`;
}

/** Whether exactly the input of all repeated prompts is missing. */
const isRepeatedInput = (
  { input_tokens: input, output_tokens: output, total_requests: requests }: Totals,
  own: readonly OwnCompletion[],
  early: readonly OwnCompletion[],
): boolean =>
  input > 0n && output === 0n && requests === 0n && input === [...rememberedInput(own, early)].at(-1);

/** The usage that the trial itself lacks: of the kind whose steps alone are incomplete, or of any kind. */
function shownByTrial({ lacking }: Examination): Pick<MissingGrowth, 'missing' | 'kind' | 'why'> | undefined {
  if (lacking.length === 0) return undefined;
  const names = [...new Set(lacking.map(({ step }) => step.name))];
  const [name] = names;
  const kind = names.length === 1 && name !== 'plain' ? name : undefined;
  const missing = lacking.reduce((sum, one) => plus(sum, one.missing), NOTHING);
  const labels = [...new Set(lacking.flatMap(({ step }) => step.own.map((own) => own.exchange.label)))];
  const why = `of completions that were sent step by step, such as ${labels.slice(0, 4).join('; ')}. Two of this kind, ten seconds apart, were counted at least in part`;
  return { missing, kind, why };
}

/**
 * Whether the missing usage of a window is lost: later completions of the same kinds were counted, possible delays
 * of other kinds do not explain it, and no request may have been counted after the window, even if `early` ones
 * were counted in it and cover a part. Missing input alone may be booked separately as cached.
 */
function isLost(
  window: Window & { missing: Totals },
  { quiet, seen }: Examination,
  early: readonly OwnCompletion[],
  later: LaterRequests,
): boolean {
  const { missing } = window;
  if (!quiet || seen.size === 0) return false;
  if (missing.output_tokens === 0n && missing.total_requests === 0n) return false;
  const late = window.own.filter((own) => own.outcome !== 'refused' && !seen.has(kindOf(own)));
  const counting = { apart: rememberedInput(window.own, early), covered: later.beside(window) };
  return !subsets(early).some(
    (counted) =>
      mayBeLate(plus(missing, boundsOf(counted).least), late, counting) ||
      later.mayBe(window, counted.length),
  );
}
