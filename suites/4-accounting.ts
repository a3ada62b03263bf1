import { baseline } from '../src/usage/accounting/baseline.ts';
import { boundsOf, isShort } from '../src/usage/accounting/bounds.ts';
import { growthByKind, howNCounts, howRefusedCount, lagOf } from '../src/usage/accounting/counting-rules.ts';
import { type Accounts, complain, endOf, grown, since } from '../src/usage/accounting/endpoint-timeline.ts';
import { firstWindow } from '../src/usage/accounting/first.ts';
import type { CountedKind } from '../src/usage/accounting/judge/explain.ts';
import { counts, excess, growsByOurs, noMore } from '../src/usage/accounting/judge/growth.ts';
import { accounts, accountsAgain } from '../src/usage/accounting/rounds.ts';
import { grewElsewhere, sourceGrowth } from '../src/usage/accounting/source-growth.ts';
import { FOLLOWING } from '../src/usage/accounting/unsound-endpoints.ts';
import { membersFit } from '../src/usage/history/closed-history.ts';
import { breach } from '../src/usage/judge/finding.ts';
import { minus } from '../src/usage/measures.ts';
import { STATS_SCHEMA } from '../src/usage/walk/page.ts';
import type { Baseline, Check } from '../src/vocabulary/check.ts';
import { attempt, Inconclusive, NotApplicable } from '../src/vocabulary/undecidable.ts';
import { anyAtOnce, anyOf } from './accounting/any-of.ts';

const ALL = 'accounting/completions';

/**
 * The totals before anything is billed, and those after the non-streaming completions: growth is measured from
 * them.
 */
export const BEFORE_COMPLETIONS: readonly Baseline[] = [
  { phase: 'first', read: baseline },
  { phase: 'early', read: firstWindow },
];

/** A check that one kind of completion is counted. */
function kindIsCounted(
  kind: CountedKind,
  words: string,
  has: (seen: Accounts) => boolean,
  part: Partial<Check> = {},
): Check {
  return {
    id: `accounting/${kind}`,
    title: `The totals include ${words}`,
    clauses: ['2.8', '4.2', '4.3', '4.4'],
    level: 'must',
    phase: 'accounting',
    adaptsTo: FOLLOWING,
    about: `Compares the growth of stats, summary and export with the usage that completions reported. Fails if the missing usage equals that of the ${kind} completions, a later completion was counted, and the totals were stable afterwards. Warns if ten or more of them were sent, none was counted, and others were.`,
    ...part,
    async run(context) {
      const seen = await accounts(context);
      if (!has(seen)) {
        // If nothing could be followed nothing was sent to be counted, and more checks would not change that.
        if (seen.timelines.length === 0) complain(seen);
        return new NotApplicable(
          `this run has no ${kind} completions: run more checks or the standard profile`,
        );
      }
      const unexplained = growsByOurs(seen).some((s) => s.kind === undefined && !s.remembered);
      if (unexplained)
        return new Inconclusive(
          'missing usage cannot be attributed to one kind of completion',
          seen.timelines.map((s) => s.last.exchange),
          ALL,
        );
      await context.verify((ask) => accountsAgain(context, ask), counts(kind, context.settings.settleMs));
      complain(seen);
      return undefined;
    },
  };
}

const measured: readonly Check[] = [
  {
    id: 'accounting/before',
    title: 'Usage totals before the first billed request',
    clauses: ['4.2', '4.3', '4.4'],
    level: 'open',
    phase: 'first',
    about:
      'Reads stats, summary and export for a few days around now as a baseline. Records the accepted ranges.',
    async run(context) {
      const { before, leftOut } = await baseline(context);
      for (const [endpoint, known] of Object.entries(before)) {
        const value = known.range.end === undefined ? 'start alone' : 'up to days to come';
        context.observe(`accounting-range-${endpoint}`, value, known.reading.exchange);
      }
      return Object.keys(before).length === 0 ? leftOut[0]!.error : undefined;
    },
  },
  {
    id: 'accounting/unstreamed-first',
    title: 'Delay until unstreamed completions are counted',
    clauses: ['4.2', '4.3', '4.4'],
    level: 'open',
    phase: 'early',
    about:
      'Sends the unstreamed completions of the run before all streams. Waits until the totals include them, or are stable without them. Records the delay. Streams come later because their usage is often not reported and would hide missing usage.',
    async run(context) {
      const { own, after } = await firstWindow(context);
      const readings = Object.values(after);
      const { before, leftOut } = await baseline(context);
      if (Object.keys(before).length === 0) complain({ leftOut, timelines: [] });
      if (own.length === 0 || readings.length === 0)
        return new NotApplicable('no completion was sent before the streams: run more checks');
      const ended = Math.max(...own.map(endOf));
      const last = Math.max(...readings.map(({ exchange }) => exchange.startedAt));
      const lag = `${Math.max(0, Math.ceil((last - ended) / 1000))} s or less`;
      const short = Object.entries(after).some(([endpoint, reading]) => {
        const { reading: earlier } = before[endpoint as keyof typeof before]!;
        return isShort(minus(reading.totals, earlier.totals), boundsOf(since(own, earlier)));
      });
      context.observe('accounting-first-lag', short ? `not in after ${lag}` : lag, readings[0]!.exchange);
      return undefined;
    },
  },
  {
    id: ALL,
    title: 'The totals grow by the usage that completions report',
    clauses: ['2.8', '4.2', '4.3', '4.4'],
    level: 'must',
    phase: 'accounting',
    adaptsTo: FOLLOWING,
    about:
      'Compares the growth of stats, summary and export with the usage that all completions reported, and waits for delayed totals. Fails if usage is missing that no single kind of completion explains, a later completion was counted, and the totals were stable afterwards. Inconclusive if an endpoint repeats its answer from before the run, and includes the usage by another end date.',
    async run(context) {
      const seen = await accounts(context);
      if (![...seen.run, ...seen.round].some((own) => own.outcome === 'success')) {
        return new Inconclusive('no completion of this run succeeded');
      }
      await context.verify(
        (ask) => accountsAgain(context, ask),
        counts(undefined, context.settings.settleMs),
      );
      complain(seen);
      return undefined;
    },
  },
  kindIsCounted('streamed', 'streamed completions', (seen) =>
    // A completion without reported usage is still a request.
    [...seen.run, ...seen.stream].some((own) => own.outcome === 'success' && own.streamed),
  ),
  kindIsCounted('multi-choice', 'all choices of a completion', (seen) =>
    anyOf(seen, (own) => own.choices > 1),
  ),
  kindIsCounted('tool-call', 'completions with tools', (seen) => anyOf(seen, (own) => own.tools), {
    profile: 'standard',
  }),
  kindIsCounted('reasoning', 'reasoning tokens', (seen) => anyOf(seen, (own) => own.reasoning), {
    preconditions: ['reasoning-model'],
  }),
  kindIsCounted('concurrent', 'concurrent completions', anyAtOnce, { profile: 'standard' }),
  {
    id: 'accounting/no-more-than-sent',
    title: 'The totals grow by no more than the run used',
    clauses: ['2.8', '4.2', '4.3', '4.4'],
    level: 'must',
    phase: 'accounting',
    adaptsTo: FOLLOWING,
    about:
      'Compares the growth of the totals with all usage of the run. With --exclusive, fails on more growth. Without, warns if the growth is twice the same multiple of ours. Otherwise inconclusive: others may use the organization.',
    async run(context) {
      const exclusive = context.settings.exclusive;
      await context.verify(
        async (ask) => ({ accounts: await accountsAgain(context, ask), exclusive }),
        noMore,
      );
      complain(await accounts(context));
    },
  },
  {
    id: 'accounting/source-is-api',
    title: 'Records of API requests have the source "api"',
    clauses: ['2.8'],
    level: 'should',
    phase: 'accounting',
    restsOn: ['path/stats'],
    adaptsTo: FOLLOWING,
    about:
      'Finds the records that grew during the run. Warns if records of another source grew and those of the source api did not grow enough.',
    async run(context) {
      const known = await attempt(membersFit(context, ['source']));
      // Without history the records of these days are the only ones.
      if (known instanceof Inconclusive && known.blockedBy === STATS_SCHEMA) return known;
      await context.verify(
        (ask) => sourceGrowth(context, ask),
        (growth) => {
          if (!grewElsewhere(growth)) return [];
          const actual = `source api: ${growth.api} of ${growth.least} requests, other sources: ${growth.other}`;
          const expected = "records with the source api for the run's requests";
          return [
            breach(growth.exchange, 'body', expected, actual, growth.moving ? 'inconclusive' : undefined),
          ];
        },
      );
      return complain(await accounts(context));
    },
  },
  {
    id: 'accounting/habits',
    title: 'Delay, model name and request count of recorded usage',
    clauses: ['2.8', '4.2'],
    level: 'open',
    phase: 'accounting',
    adaptsTo: FOLLOWING,
    about:
      'Records the delay of the totals, the recorded model names, whether n choices count as one request, and whether rejected requests count.',
    async run(context) {
      const seen = await accounts(context);
      const [timeline] = seen.timelines;
      if (!timeline) return complain(seen);
      const { exchange } = timeline.last;
      context.observe('accounting-lag', lagOf(seen.timelines), exchange);
      context.observe(
        'accounting-requests',
        String(grown(timeline).total_requests > 0n ? 'counted' : 'not counted'),
        exchange,
      );
      if (excess(seen, timeline).length > 0) return;
      context.observe('accounting-choices', howNCounts(seen, timeline), exchange);
      context.observe('accounting-refused', howRefusedCount(seen, timeline), exchange);
      const growth = growthByKind(seen);
      if (growth) context.observe('accounting-models', growth.models, growth.exchange);
    },
  },
];

/** The effect of this run's own completions on the totals (2.8, 4.2 to 4.4). */
export const checks: readonly Check[] = measured.map((check) => ({
  ...check,
  baselines: BEFORE_COMPLETIONS,
}));
