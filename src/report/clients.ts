import { globOver } from '../vocabulary/glob.ts';
import { KNOWN_CLIENTS, type KnownClient, type Rests } from './client-features.ts';
import type { ClientFeature, ReportCheck, ReportClient, ReportFinding, ReportObservation } from './model.ts';
import { shorten } from './text.ts';

type Judged = Pick<ReportCheck, 'id' | 'verdict' | 'message' | 'findings'>;
type Feature = ReportClient['features'][number];

interface Reason {
  outcome: 'breaks' | 'limited';
  check: string;
  why: string;
}

const WHY_AT_MOST = 200;

/** Whether each client works with the service: a pure function of checks and observations. */
export function clientsOf(checks: readonly Judged[], observed: readonly ReportObservation[]): ReportClient[] {
  return KNOWN_CLIENTS.flatMap((known) => {
    const { client, runKey, notRun } = known;
    const seen = runKey === undefined ? undefined : observed.find(({ key }) => key === runKey);
    if (runKey !== undefined && !seen)
      return notRun === undefined ? [] : { client, basis: 'known' as const, note: notRun, features: [] };
    return {
      client: seen?.value ?? client,
      basis: 'run' as const,
      features: Object.entries(known.features).map(([feature, rests]) =>
        featureOf(feature as ClientFeature, rests, known, checks, observed),
      ),
    };
  });
}

function featureOf(
  feature: ClientFeature,
  rests: Rests,
  known: KnownClient,
  checks: readonly Judged[],
  observed: readonly ReportObservation[],
): Feature {
  const reasons = [
    ...brokenChecks(rests, known, checks),
    ...refusedRequests(rests, observed),
    ...(feature === 'errors' ? serverErrors(checks) : []),
  ];
  const worst = reasons.find((r) => r.outcome === 'breaks') ?? reasons[0];
  const shown = checks.filter((c) => rests.shown.includes(c.id) && holds(c));
  if (!worst)
    return { feature, outcome: shown.length > 0 ? 'works' : 'unknown', checks: shown.map((c) => c.id) };
  const checkIds = new Set([worst, ...reasons].map((r) => r.check));
  return { feature, outcome: worst.outcome, checks: [...checkIds], why: shorten(worst.why, WHY_AT_MOST) };
}

function holds(check: Judged): boolean {
  return check.verdict === 'pass' || check.verdict === 'observed' || check.verdict === 'warn';
}

/** A violated rule of the contract, with failed or warning checks. */
function brokenChecks(rests: Rests, known: KnownClient, checks: readonly Judged[]): Reason[] {
  const isSeenToWork = checks.some(
    (c) => rests.shown.includes(c.id) && isClientCheck(c) && c.verdict === 'pass',
  );
  const reasons = (['breaks', 'limited'] as const).flatMap((outcome) => {
    const fits = globOver(rests[outcome]);
    return checks
      .filter((c) => fits(c.id))
      .flatMap((check): Reason[] => {
        const found = check.findings.find((f) => f.severity === check.verdict && concerns(f, known));
        if ((check.verdict !== 'fail' && check.verdict !== 'warn') || !found) return [];
        const why = `${found.actual} (expected: ${found.expected})`;
        // The client's observed behavior takes precedence over a judge of the bytes; no client can read a head that
        // cannot be parsed.
        const isJudged = !isClientCheck(check) && (check.verdict === 'warn' || isSeenToWork);
        const own = found.place === 'head' ? 'breaks' : outcome;
        return [{ outcome: isJudged ? 'limited' : own, check: check.id, why }];
      });
  });
  return reasons.filter((r, i) => reasons.findIndex((o) => o.check === r.check) === i);
}

/** Failures of a client are reported by its own check; a client may still read what a judge warned about. */
function isClientCheck(check: Judged): boolean {
  return check.id.startsWith('client/');
}

/** A finding of a check that runs the clients names the broken ones; findings about others only do not count. */
function concerns(finding: ReportFinding, known: KnownClient): boolean {
  const named = /\bopenai \d+(?=:)/g;
  const majors = finding.actual.match(named) ?? [];
  return majors.length === 0 || known.major === undefined || majors.some((m) => m === known.major);
}

/** Requests of the client that the contract leaves open. */
function refusedRequests(rests: Rests, observed: readonly ReportObservation[]): Reason[] {
  return (rests.sends ?? []).flatMap(({ key, outcome, why }): Reason[] => {
    const seen = observed.find((o) => o.key === key);
    if (!seen || !/^4\d\d$|refused$/.test(seen.value)) return [];
    const status = seen.value.startsWith('4') ? ` (status ${seen.value})` : '';
    return [{ outcome, check: seen.check, why: `${why}${status}` }];
  });
}

/** An invalid request that gets a 5xx: clients repeat it in vain. */
function serverErrors(checks: readonly Judged[]): Reason[] {
  const broken = checks.filter((c) => c.findings.some((f) => f.breach === 'server-error'));
  if (broken.length === 0) return [];
  const many =
    broken.length === 1 ? 'one kind of invalid request is' : `${broken.length} kinds of invalid requests are`;
  const why = `${many} answered with a server error, which clients retry`;
  return [{ outcome: 'limited', check: broken[0]!.id, why }];
}
