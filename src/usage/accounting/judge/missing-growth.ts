import { NOTHING, plus, type Totals } from '../../measures.ts';
import { boundsOf } from '../bounds.ts';
import { howRefusedCount } from '../counting-rules.ts';
import { rememberedFor } from '../elsewhere.ts';
import { type Accounts, all, type EndpointTimeline, endOf, uncertain } from '../endpoint-timeline.ts';
import { completionsOf, kindOf, type OwnCompletion, promptOf, subsets } from '../own-completions.ts';
import { shortBehindEarly, shortWindows, type Window, wholeRun } from '../windows.ts';
import { type Examination, examine } from './examine.ts';
import { type CountedKind, explain, mayBeLate } from './explain.ts';

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

/** So many completions that each replaced the previous one are no coincidence. */
const MANY = 3;

/**
 * Whether totals grow, per completion, by its usage minus that of the previous one with the same model: the record
 * then contains only the last one instead of the sum. Delays do not look like this.
 */
export function overwritten(accounts: Accounts, timeline: EndpointTimeline): boolean {
  const { steps } = accounts;
  const sent = [...all(accounts, timeline), ...steps.flatMap(({ own }) => own)]
    .filter(({ outcome }) => outcome !== 'refused')
    .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
  const taken = steps.filter((step) => {
    const growth = step.growth[timeline.endpoint];
    const [own, ...more] = completionsOf(step);
    if (!growth || !own?.usage || more.length > 0) return false;
    const before = sent.slice(0, sent.indexOf(own)).findLast(({ model }) => model === own.model);
    if (!before?.usage) return false;
    const input = own.usage.input - before.usage.input;
    const output = own.usage.output - before.usage.output;
    // Two equal completions leave totals unchanged, as an uncounted one does.
    if (input === 0n && output === 0n) return false;
    return growth.input_tokens === input && growth.output_tokens === output;
  });
  return taken.length >= MANY;
}

/**
 * Possible sums of input tokens that a service books separately: those of any completions with a repeated prompt,
 * from these or the `earlier` ones. 0 is among them.
 */
export function rememberedInput(
  own: readonly OwnCompletion[],
  earlier: readonly OwnCompletion[],
): ReadonlySet<bigint> {
  const sent = new Set(earlier.map(promptOf));
  const sums = new Set([0n]);
  for (const one of own) {
    const prompt = promptOf(one);
    if (sent.has(prompt) && one.usage) for (const sum of [...sums]) sums.add(sum + one.usage.input);
    sent.add(prompt);
  }
  return sums;
}

/** Requests that were counted after their window, as the whole run shows. */
interface LaterRequests {
  /** Whether requests of a window may be counted after it, if so many earlier ones were counted in it. */
  mayBe(window: Window, early: number): boolean;
  /** How many additional requests of a window may be counted in place of missing ones. */
  beside(window: Window): number;
}

/**
 * Some services count periodically, with longer pauses than a run waits: a window may close without requests that
 * the whole run shows. Other counted requests, such as choices and rejections, can replace them.
 */
function laterRequests(accounts: Accounts, timeline: EndpointTimeline): LaterRequests {
  const whole = wholeRun(accounts, timeline);
  const choicesCount = mayCountChoices(accounts, timeline);
  const refusedCount = howRefusedCount(accounts, timeline) !== 'not counted';
  const beside = ({ own }: Window): number =>
    own.reduce((sum, { outcome, choices }) => {
      if (outcome === 'refused') return sum + (refusedCount ? choices : 0);
      return sum + (choicesCount ? choices - 1 : 0) + (outcome === 'maybe' ? 1 : 0);
    }, 0);
  return {
    beside,
    mayBe(window, early) {
      if (window.name === whole.name) return false;
      const due = window.bounds.least.total_requests + BigInt(early + beside(window));
      const came = whole.growth.total_requests >= whole.bounds.least.total_requests + BigInt(early);
      return came && window.growth.total_requests < due;
    },
  };
}

/** Whether a request for several choices may count as several: unless a trial showed that it counts as one. */
function mayCountChoices({ steps }: Accounts, { endpoint }: EndpointTimeline): boolean {
  const seen = steps.flatMap(({ name, growth }) => (name === 'multi-choice' ? (growth[endpoint] ?? []) : []));
  return !seen.some(({ total_requests: requests }) => requests === 1n);
}
