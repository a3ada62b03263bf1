import type { Finding } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Observation } from '../vocabulary/record.ts';
import type { Inconclusive } from '../vocabulary/undecidable.ts';
import { type BrokenBodies, noteBody } from './broken-bodies.ts';
import { exchangesIn, isAnswer } from './evidence.ts';

/** What a check leaves behind while it runs. */
export interface CheckNotes {
  findings: Finding[];
  observations: Observation[];
  /** Ids of the exchanges that were looked at, in the order in which they were first seen. */
  evidence: Set<string>;
  /** Ids of those among them that are answers: no retries, no server errors. */
  answers: Set<string>;
  /** Ids of those that show that the clause held: answers, without what others judge. */
  held: Set<string>;
  /** Ids of those whose answers may be another request's, and which are not counted against the target. */
  doubted: Set<string>;
  undecided: string[];
  blockedBy: CheckId | undefined;
  brokenBodies: BrokenBodies;
  /** The status of each exchange that was looked at and has one, by its id. */
  statuses: Map<string, number>;
}

/** Notes with nothing in them. */
export function createNotes(): CheckNotes {
  return {
    findings: [],
    observations: [],
    evidence: new Set(),
    answers: new Set(),
    held: new Set(),
    doubted: new Set(),
    undecided: [],
    blockedBy: undefined,
    brokenBodies: new Map(),
    statuses: new Map(),
  };
}

/** Notes that an exchange was looked at. */
export function noteExchange(notes: CheckNotes, exchange: Exchange): void {
  notes.evidence.add(exchange.id);
  noteBody(notes.brokenBodies, exchange);
  if (exchange.response) notes.statuses.set(exchange.id, exchange.response.status);
  if (isAnswer(exchange)) notes.answers.add(exchange.id);
}

/** The status that a finding is about: that of its decisive exchange; undefined where it is about something else. */
export function statusOf({ statuses }: CheckNotes, { place, exchanges }: Finding): number | undefined {
  return place === 'status' ? statuses.get(exchanges[0]) : undefined;
}

/** Whether a finding is about a server error. */
export function showsServerError(notes: CheckNotes, finding: Finding): boolean {
  return (statusOf(notes, finding) ?? 0) >= 500;
}

/** Notes why something could not be decided. */
export function noteInconclusive(notes: CheckNotes, error: Inconclusive): void {
  notes.undecided.push(error.message);
  notes.blockedBy ??= error.blockedBy;
  for (const exchange of error.exchanges) noteExchange(notes, exchange);
}

/**
 * Notes what held: the answers in the evidence. Evidence that holds sums alone rests on all that was asked for it; `undefined` is none.
 */
export function noteHeld(notes: CheckNotes, evidence: unknown): void {
  if (evidence === undefined) return;
  const shown = exchangesIn(evidence);
  const ids = shown.length > 0 ? shown.filter(isAnswer).map((e) => e.id) : notes.answers;
  for (const id of ids) notes.held.add(id);
}
