import type { Baseline, Check, FactName, Finding, Precondition } from '../vocabulary/check.ts';
import { counted } from '../vocabulary/counted.ts';
import { derivationOf } from '../vocabulary/derivation.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import { factsOf } from '../vocabulary/fact-graph.ts';
import { inOneLine } from '../vocabulary/in-one-line.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { RunStopped } from '../vocabulary/target.ts';
import {
  attempt,
  Inconclusive,
  isUndecidable,
  orUndefined,
  ValidRequestRefused,
} from '../vocabulary/undecidable.ts';
import { attributedCheck, type Facts } from './attribute.ts';
import { type ContextOptions, createCheckContext } from './check-context.ts';
import { describeError } from './describe-error.ts';
import { severityOf, verdictOf } from './findings.ts';
import { type CheckNotes, noteInconclusive } from './notes.ts';

/** The inputs for running a check. */
export interface ExamineOptions extends ContextOptions {
  /** The available keys in addition to the main one. */
  credentials: readonly Credential[];
  /** The result of another check once it is known; undefined if it is not selected. */
  resultOf(id: string): Promise<CheckLine> | undefined;
  /** Is called with the checks that may explain why this one is inconclusive. */
  onSuspects(facts: readonly FactName[]): void;
  /** Whether the run was interrupted. */
  stopped: boolean;
  /** Is called if the run was interrupted while this check ran. */
  onStopped(): void;
}

/** The text of a result line, in addition to its facts. */
type Outcome = Partial<CheckLine> & Pick<CheckLine, 'verdict' | 'message'>;

/** Runs one check once all its dependencies are known, and returns its result. Never rejects. */
export async function examine(check: Check, options: ExamineOptions): Promise<CheckLine> {
  const { clock } = options.runContext.target;
  const startedAt = clock.now();
  const outcome = (await outcomeBefore(check, options)) ?? (await outcomeOf(check, options));
  return {
    type: 'check',
    id: check.id,
    findings: [],
    observations: [],
    evidence: [],
    startedAt,
    durationMs: Math.round(clock.now() - startedAt),
    ...outcome,
  };
}

/** Whether the user provided what a check needs to be applicable. */
export const isApplicable = (
  check: Check,
  { settings, credentials }: Pick<ExamineOptions, 'settings' | 'credentials'>,
): boolean => missingPrecondition(check, settings, credentials) === undefined;

/** Reads the check's baseline. If it could not be read, the check reports that. */
export async function readBaseline(check: Check, baseline: Baseline, options: ExamineOptions): Promise<void> {
  const facts = await known(baseline.adaptsTo ?? [], options);
  const { context } = createCheckContext(check, { ...options, facts });
  try {
    await orUndefined(baseline.read(context));
  } catch (error) {
    if (error instanceof RunStopped) options.onStopped();
    else if (!(error instanceof ValidRequestRefused)) throw error;
  }
}

/** What is known without a request: an interruption, a missing input, a broken dependency. */
async function outcomeBefore(check: Check, options: ExamineOptions): Promise<Outcome | undefined> {
  if (options.stopped)
    return { verdict: 'inconclusive', message: 'the run was interrupted before this check' };
  // A missing input comes first: a check that was not requested is not inconclusive, whatever else is broken.
  const absent = missingPrecondition(check, options.settings, options.credentials);
  if (absent) return { verdict: 'not-applicable', message: absent };
  // One broken dependency is enough: the other facts are not awaited.
  return attributedCheck(check, await known(check.restsOn ?? [], options));
}

/** The state of these facts, once all are known. */
async function known(facts: readonly FactName[], { resultOf }: ExamineOptions): Promise<Facts> {
  return new Map(await Promise.all(facts.map(async (fact) => [fact, await resultOf(fact)] as const)));
}

async function outcomeOf(check: Check, options: ExamineOptions): Promise<Outcome> {
  const facts = await known(factsOf(check), options);
  const { context, notes } = createCheckContext(check, { ...options, facts });
  try {
    const result = await attempt(check.run(context));
    if (result instanceof Inconclusive) noteInconclusive(notes, result);
    else if (isUndecidable(result) && notes.findings.length === 0)
      return { ...noted(notes), verdict: 'not-applicable', message: result.message };
  } catch (error) {
    if (!(error instanceof RunStopped))
      return { ...noted(notes), verdict: 'error', message: describeError(error) };
    options.onStopped();
    notes.undecided.push('the run was interrupted during this check');
  }
  const verdict = verdictOf({
    level: check.level,
    findings: notes.findings,
    observations: notes.observations.length,
    evidence: notes.evidence.size,
    undecided: notes.undecided,
  });
  if (verdict === 'inconclusive') {
    notes.blockedBy ??= notes.findings.find(({ blockedBy }) => blockedBy)?.blockedBy;
    options.onSuspects([...new Set(notes.brokenBodies.values())]);
  }
  // The evidence of the verdict comes first, because readers look at it.
  const deciding = (finding: Finding) => severityOf(finding, check.level) === verdict;
  notes.findings.sort((a, b) => Number(deciding(b)) - Number(deciding(a)));
  return verdict === 'pass'
    ? passed(notes)
    : { ...noted(notes), verdict, message: messageFor(verdict, check, notes) };
}

/** Retries, and rejections that another check judges, do not show that the rule held. */
function passed(notes: CheckNotes): Outcome {
  const evidence = [...notes.evidence].filter((id) => notes.held.has(id));
  if (evidence.length > 0)
    return { ...noted(notes), evidence, verdict: 'pass', message: heldIn(evidence.length) + doubts(notes) };
  const message = 'no exchange shows that the rule holds';
  return { ...noted(notes), verdict: 'inconclusive', message };
}

function noted(notes: CheckNotes): Partial<CheckLine> {
  const { observations, blockedBy } = notes;
  const findings = notes.findings.map(({ restsOn: _, blockedBy: __, withoutCause: ___, ...finding }) => ({
    ...finding,
    derived: derivationOf(finding),
  }));
  return { findings, observations, evidence: [...notes.evidence], ...(blockedBy && { blockedBy }) };
}

const WANTED: Record<Precondition, string> = {
  'empty-wallet-key': 'set CHATSPEC_NOBALANCE_KEY to a key with an empty wallet',
  'other-organization-key': 'set CHATSPEC_OTHER_ORG_KEY to a key of another organization',
  'reasoning-model': 'set --reasoning-model to a reasoning model',
};

function missingPrecondition(
  check: Check,
  settings: Settings,
  keys: readonly Credential[],
): string | undefined {
  const present: Record<Precondition, boolean> = {
    'empty-wallet-key': keys.includes('empty-wallet'),
    'other-organization-key': keys.includes('other-organization'),
    'reasoning-model': settings.reasoningModel !== undefined,
  };
  const absent = check.preconditions?.find((p) => !present[p]);
  return absent && WANTED[absent];
}

function messageFor(verdict: CheckLine['verdict'], check: Check, notes: CheckNotes): string {
  const finding = notes.findings[0];
  switch (verdict) {
    case 'fail':
    case 'warn':
      return finding ? inOneLine(finding) : check.title;
    case 'inconclusive':
      return notes.undecided[0] ?? (finding ? inOneLine(finding) : 'undecided');
    case 'observed':
      return notes.observations.map((o) => `${o.key}: ${o.value}`).join('; ');
    case 'error':
      return notes.evidence.size === 0 ? 'the check read no exchange' : 'the check observed nothing';
    default:
      return heldIn(notes.evidence.size);
  }
}

/** Which exchanges were ignored, if any. */
function doubts({ doubted }: CheckNotes): string {
  if (doubted.size === 0) return '';
  return `; ignored ${[...doubted].join(', ')}, because the connection had an unsolicited response`;
}

function heldIn(exchanges: number): string {
  return `held in ${counted(exchanges, 'exchange')}`;
}
