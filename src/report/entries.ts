import { type Breach, HARMS, type Harm, worstHarm } from '../vocabulary/harm.ts';
import type { Report, ReportCheck, ReportFinding } from './model.ts';

/** The severity of an entry, the worst first. */
const GRAVITY = ['fail', 'error', 'inconclusive', 'warn'] as const;
export type Gravity = (typeof GRAVITY)[number];

/** One problem, whichever checks report it, with the checks that it blocks. */
export interface Entry {
  /** In one line; `48 bad requests accepted` for several, else the rule of the violated check. */
  title: string;
  gravity: Gravity;
  harm: Harm;
  /** The checks that report it, in the order of the contract. */
  checks: readonly ReportCheck[];
  findings: readonly { check: ReportCheck; finding: ReportFinding }[];
  /** Ids of the checks that it blocks. */
  blocks: readonly string[];
  hint?: string;
}

/** What of a check belongs to one entry: its findings of one kind. */
interface Share {
  /** Equal for all shares of an entry. */
  key: string;
  check: ReportCheck;
  gravity: Gravity;
  breach: Breach | undefined;
}

/** Every problem of a run, once each and the worst first. */
export function entriesOf(report: Pick<Report, 'checks' | 'causes'>): Entry[] {
  const blocks = new Map(report.causes.map((cause) => [cause.check, cause.blocks]));
  const causes = report.checks.filter((check) => check.blockedBy === undefined);
  const told = new Set<string>();
  const entries = [...Map.groupBy(causes.flatMap(sharesOf), ({ key }) => key).values()].map((shares) => {
    const blamed = shares.map(({ check }) => check.id).filter((id) => !told.has(id));
    for (const id of blamed) told.add(id);
    return entryOf(
      shares,
      blamed.flatMap((id) => blocks.get(id) ?? []),
    );
  });
  return entries.sort(byWeight);
}

/**
 * What to fix first: the problem that blocks most checks, if there are many, else the one with the worst harm. In
 * an interrupted run inconclusive checks are not the service's fault, and only failures are named.
 */
export function firstToFix(entries: readonly Entry[], cutShort = false): Entry | undefined {
  const red = entries.filter((e) => e.gravity === 'fail' || (e.gravity !== 'warn' && !cutShort));
  const root = red.reduce<Entry | undefined>(
    (most, e) => (e.blocks.length > (most?.blocks.length ?? MUCH - 1) ? e : most),
    undefined,
  );
  return root ?? red[0] ?? (cutShort ? undefined : entries[0]);
}

/** A cause that blocks so many checks is the first to fix. */
const MUCH = 10;

/** The shares of a check: one per kind of violation; inconclusive results with the same reason belong together. */
function sharesOf(check: ReportCheck): Share[] {
  const gravity = GRAVITY.find((g) => g === check.verdict);
  if (!gravity) return [];
  const weighty = check.findings.filter((f) => f.severity === gravity);
  const keyOf = (breach: Breach | undefined) => {
    if (breach) return `${breach} ${breach === 'absent' ? check.harm : ''}`;
    return gravity === 'inconclusive' && weighty.length === 0 ? check.message : check.id;
  };
  const breaches = new Set(weighty.length > 0 ? weighty.map((f) => f.breach) : [undefined]);
  return [...breaches].map((breach) => ({ key: `${gravity} ${keyOf(breach)}`, check, gravity, breach }));
}

function entryOf(shares: readonly Share[], blocks: string[]): Entry {
  const { gravity, breach } = shares[0]!;
  const checks = shares.map(({ check }) => check);
  const findings = checks.flatMap((check) =>
    check.findings
      .filter((f) => f.severity === gravity && f.breach === breach)
      .map((finding) => ({ check, finding })),
  );
  const isWithoutUsage = breach === 'absent' && checks.some((c) => c.harm === 'money');
  return {
    title: titleOf(checks, breach, slowError(findings)),
    gravity,
    harm: worstHarm(
      findings.map((f) => f.finding.harm),
      checks[0]!.harm,
    ),
    checks,
    findings,
    blocks,
    ...(isWithoutUsage && { hint: NO_USAGE }),
  };
}

const NO_USAGE = 'for a service without usage endpoints, use --scope chat';

/** The words for several checks with the same kind of violation. */
const WORDS: Readonly<Record<Breach, string>> = {
  unlocked: 'requests accepted without a valid key',
  absent: 'endpoints do not work',
  'valid-refused': 'kinds of valid requests rejected',
  'server-error': 'kinds of invalid requests got a server error',
  'bad-accepted': 'kinds of invalid requests accepted',
  'other-refusal': 'kinds of invalid requests got another status than the contract names',
};

/** A shorter time is not reported. Milliseconds. */
const NOTICEABLE_MS = 500;

/** `504 after 1.0 s`, if every response was like this: a gateway in front of the service timed out. */
function slowError(findings: Entry['findings']): string | undefined {
  const answers = findings.map(({ finding }) => finding.answered);
  const [first] = answers;
  if (!first || answers.some((one) => one?.status !== first.status)) return undefined;
  const times = answers.map((one) => one!.afterMs).sort((a, b) => a - b);
  const median = times[times.length >> 1]!;
  return median < NOTICEABLE_MS ? undefined : `${first.status} after ${(median / 1000).toFixed(1)} s`;
}

function titleOf(
  checks: readonly ReportCheck[],
  breach: Breach | undefined,
  error: string | undefined,
): string {
  const [first] = checks;
  if (checks.length > 1 && error) return `${error} for ${checks.length} kinds of request`;
  if (checks.length > 1 && breach) return `${checks.length} ${WORDS[breach]}`;
  if (checks.length > 1) return `${checks.length} checks: ${first!.message}`;
  return breach === 'absent' ? `an endpoint does not work: ${first!.id}` : first!.title;
}

/**
 * Failures, then inconclusive entries, then warnings; among them by harm, then by blocked checks, then by number.
 */
function byWeight(a: Entry, b: Entry): number {
  return (
    GRAVITY.indexOf(a.gravity) - GRAVITY.indexOf(b.gravity) ||
    HARMS.indexOf(a.harm) - HARMS.indexOf(b.harm) ||
    b.blocks.length - a.blocks.length ||
    b.checks.length - a.checks.length
  );
}
