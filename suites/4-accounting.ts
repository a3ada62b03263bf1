import { type Check, type Interview, NotApplicable, Undecided } from '../src/check.ts';
import { breach } from '../src/judge/usage/finding.ts';
import { counts, excess, noMore, shortfalls } from '../src/judge/usage/growth.ts';
import type { CountedKind } from '../src/judge/usage/shortfall.ts';
import { baseline } from '../src/usage/accounting/baseline.ts';
import { growthByKind, howNCounts, howRefusedCount } from '../src/usage/accounting/habits.ts';
import { sound, soundAgain } from '../src/usage/accounting/sound.ts';
import { isElsewhere, sourceGrowth } from '../src/usage/accounting/source.ts';
import { type Accounts, grown } from '../src/usage/accounting/tracks.ts';

const ALL = 'accounting/completions';

/** Endpoints that could not be followed leave the check undecided, once the others were judged. */
function complain({ leftOut }: Accounts): void {
  const [first] = leftOut;
  if (first)
    throw new Undecided(
      `the ${first.endpoint} could not be followed: ${first.error.message}`,
      first.error.exchanges,
      first.error.culprit,
    );
}

/** A check that one kind of completion is counted. */
function kindIsCounted(
  kind: CountedKind,
  words: string,
  has: (seen: Accounts) => boolean,
  part: Partial<Check> = {},
): Check {
  return {
    id: `accounting/${kind}`,
    title: `${words} are in the totals`,
    clauses: ['2.8', '4.2', '4.3', '4.4'],
    level: 'must',
    phase: 'accounting',
    about: `Compares the growth of stats, summary and export with what the run's completions reported. Fails when what is missing is what the ${kind} ones used, a later completion was counted, and the totals then stood still.`,
    ...part,
    async run(t) {
      const seen = await sound(t);
      if (!has(seen))
        throw new NotApplicable(
          `this run has no ${kind} completions that report their usage: run more checks, or the standard profile`,
        );
      const unexplained = shortfalls(seen).some((s) => s.kind === undefined);
      if (unexplained)
        throw new Undecided(
          'something is missing that no kind explains',
          seen.tracks.map((s) => s.last.exchange),
          ALL,
        );
      await t.verify((ask) => soundAgain(t, ask), counts(kind));
      complain(seen);
    },
  };
}

const anyOf = (seen: Accounts, is: (own: Accounts['run'][0]) => boolean) =>
  [...seen.run, ...seen.round].some((own) => own.outcome === 'success' && own.usage && is(own));

const only = async (t: Interview) => {
  const seen = await sound(t);
  const [track] = seen.tracks;
  if (!track) complain(seen);
  return { seen, track: track! };
};

/** What this run's own completions do to the totals (2.8, 4.2 to 4.4). */
export const checks: readonly Check[] = [
  {
    id: 'accounting/before',
    title: 'What the totals of these days are before anything is billed',
    clauses: ['4.2', '4.3', '4.4'],
    level: 'open',
    phase: 'first',
    about:
      'Reads stats, summary and export for a few days around now, which later readings are compared with, and records which ranges they take.',
    async run(t) {
      const { before, leftOut } = await baseline(t);
      for (const [endpoint, known] of Object.entries(before)) {
        const value = known.range.end === undefined ? 'start alone' : 'up to days to come';
        t.observe(`accounting.range.${endpoint}`, value, known.reading.exchange);
      }
      if (Object.keys(before).length === 0)
        throw new Undecided(
          leftOut[0]!.error.message,
          leftOut[0]!.error.exchanges,
          leftOut[0]!.error.culprit,
        );
    },
  },
  {
    id: ALL,
    title: 'The totals grow by what completions report as usage',
    clauses: ['2.8', '4.2', '4.3', '4.4'],
    level: 'must',
    phase: 'accounting',
    about:
      "Compares the growth of stats, summary and export with what all of the run's completions reported, waiting for totals that lag. Fails when something is missing that no kind of completion explains, a later completion was counted, and the totals then stood still.",
    async run(t) {
      const seen = await sound(t);
      if (![...seen.run, ...seen.round].some((own) => own.outcome === 'success')) {
        throw new Undecided('no completion of this run succeeded: there is nothing to be counted');
      }
      await t.verify((ask) => soundAgain(t, ask), counts(undefined));
      complain(seen);
    },
  },
  kindIsCounted('streamed', 'Streamed completions', (seen) => anyOf(seen, (own) => own.streamed)),
  kindIsCounted('multi-choice', 'All choices of a completion', (seen) =>
    anyOf(seen, (own) => own.choices > 1),
  ),
  kindIsCounted('tool-call', 'Completions with tools', (seen) => anyOf(seen, (own) => own.tools), {
    profile: 'standard',
  }),
  kindIsCounted('reasoning', 'Reasoning tokens', (seen) => anyOf(seen, (own) => own.reasoning), {
    preconditions: ['reasoning-model'],
  }),
  kindIsCounted('concurrent', 'Completions that are sent at once', (seen) => seen.round.length > 0, {
    profile: 'standard',
  }),
  {
    id: 'accounting/no-more-than-sent',
    title: 'The totals grow by no more than was sent',
    clauses: ['2.8', '4.2', '4.3', '4.4'],
    level: 'must',
    phase: 'accounting',
    about:
      'Compares the growth of the totals with all that was sent. Growth beyond it is undecided, as others may use the organization; twice the same whole multiple of ours warns; with --exclusive it fails.',
    async run(t) {
      const exclusive = t.settings.exclusive;
      await t.verify(async (ask) => ({ accounts: await soundAgain(t, ask), exclusive }), noMore);
      complain(await sound(t));
    },
  },
  {
    id: 'accounting/source-is-api',
    title: "This run's own records have the source api",
    clauses: ['2.8'],
    level: 'should',
    phase: 'accounting',
    needs: ['usage/stats-is-array', 'usage/stats-record-schema'],
    about:
      'Looks at which records grew during the run. Growth of records of another source, where those of the source api did not grow enough, warns.',
    async run(t) {
      await t.verify(
        (ask) => sourceGrowth(t, ask),
        (growth) => {
          if (!growth || !isElsewhere(growth)) return [];
          const actual = `${growth.api} of ${growth.least} requests with the source api, ${growth.other} with another`;
          const expected = "the run's requests in records of the source api";
          return [
            breach(growth.exchange, 'body', expected, actual, growth.moving ? 'inconclusive' : undefined),
          ];
        },
      );
      complain(await sound(t));
    },
  },
  {
    id: 'accounting/habits',
    title: 'How soon, under which model, and as how many requests completions are counted',
    clauses: ['2.8', '4.2'],
    level: 'open',
    phase: 'accounting',
    about:
      'Records how long the totals lagged, under which model names the run was counted, whether a request for n choices counts once or n times, and whether refused requests count.',
    async run(t) {
      const { seen, track } = await only(t);
      const { exchange } = track.last;
      const lag = Math.max(...seen.tracks.map((one) => one.lagMs ?? Number.POSITIVE_INFINITY));
      t.observe(
        'accounting.lag',
        Number.isFinite(lag) ? `${Math.ceil(lag / 1000)} s or less` : 'beyond the deadline',
        exchange,
      );
      t.observe(
        'accounting.requests',
        String(grown(track).total_requests > 0n ? 'counted' : 'not counted'),
        exchange,
      );
      if (excess(seen, track).length > 0) return;
      t.observe('accounting.choices', howNCounts(seen, track), exchange);
      t.observe('accounting.refused', howRefusedCount(seen, track), exchange);
      const growth = growthByKind(seen);
      if (growth) t.observe('accounting.models', growth.models, growth.exchange);
    },
  },
];
