import type { Finding } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { Observation } from '../vocabulary/record.ts';
import type { Inconclusive } from '../vocabulary/undecidable.ts';
import { exchangesIn, isAnswer } from './evidence.ts';

/** The checks that report that no response of a usage endpoint is complete. */
const JUDGES: readonly (readonly [path: RegExp, judge: CheckId])[] = [
  [/\/usage\/stats(?:\?|$)/, 'usage/stats-is-array'],
  [/\/usage\/summary(?:\?|$)/, 'usage/summary-schema'],
  [/\/usage\/export(?:\?|$)/, 'usage/export-is-csv'],
];

/** Requests with truncated responses, with the check that reports them, until one response was complete. */
export type BrokenBodies = Map<string, CheckId>;

/** Records how the body of a response ended. */
export function noteBody(broken: BrokenBodies, { request, response, failure }: Exchange): void {
  const judge = response && JUDGES.find(([path]) => path.test(request.url))?.[1];
  if (!judge) return;
  if (failure) broken.set(request.url, judge);
  else broken.delete(request.url);
}

/** The data that a check records while it runs. */
export interface CheckNotes {
  findings: Finding[];
  observations: Observation[];
  /** Ids of the used exchanges, in the order of first use. */
  evidence: Set<string>;
  /** Ids of those that show that the clause held: responses that no other check judges. */
  held: Set<string>;
  /** Ids of those whose response may belong to another request; they are not counted against the target. */
  doubted: Set<string>;
  undecided: string[];
  blockedBy: CheckId | undefined;
  brokenBodies: BrokenBodies;
  /** The status of each used exchange that has one, by id. */
  statuses: Map<string, number>;
  /** Violations that did not recur when repeated, by what they violate. */
  unstable: Map<string, Finding>;
}

/** Empty notes. */
export function createNotes(): CheckNotes {
  return {
    findings: [],
    observations: [],
    evidence: new Set(),
    held: new Set(),
    doubted: new Set(),
    undecided: [],
    blockedBy: undefined,
    brokenBodies: new Map(),
    statuses: new Map(),
    unstable: new Map(),
  };
}

/** Records that an exchange was used. */
export function noteExchange(notes: CheckNotes, exchange: Exchange): void {
  notes.evidence.add(exchange.id);
  noteBody(notes.brokenBodies, exchange);
  if (exchange.response) notes.statuses.set(exchange.id, exchange.response.status);
}

/** The status that a finding is about: that of its decisive exchange; undefined if it is about something else. */
export function statusOf({ statuses }: CheckNotes, { place, exchanges }: Finding): number | undefined {
  return place === 'status' ? statuses.get(exchanges[0]) : undefined;
}

/** Whether a finding is about a server error. */
export function showsServerError(notes: CheckNotes, finding: Finding): boolean {
  return (statusOf(notes, finding) ?? 0) >= 500;
}

/** Records why something was inconclusive. */
export function noteInconclusive(notes: CheckNotes, error: Inconclusive): void {
  notes.undecided.push(error.message);
  notes.blockedBy ??= error.blockedBy;
  for (const exchange of error.exchanges) noteExchange(notes, exchange);
}

/** Records what held: the responses in the evidence that are conclusive. */
export function noteHeld(notes: CheckNotes, evidence: unknown): void {
  for (const { id } of exchangesIn(evidence).filter(isAnswer)) notes.held.add(id);
}
