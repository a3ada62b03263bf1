import { type Violation, validateResponse } from '../../contract/schemas.ts';
import { answeredAt } from '../../vocabulary/answered-at.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { FARTHEST_MIDNIGHT, instantOf } from '../days.ts';
import { DIGITS_READ, forSchema } from '../exact-json.ts';
import { isInteger, MEASURES, type Totals, totals } from '../measures.ts';
import type { RawRecord } from './page.ts';

/** A record that matches section 2.8. */
export interface UsageRecord {
  raw: RawRecord;
  user: string;
  organization: string;
  model: string;
  provider: string | undefined;
  source: string;
  /** The date as an instant in epoch milliseconds. */
  instant: number;
  date: string;
  /** In the order of `MEASURES`. */
  counts: readonly (number | bigint)[];
}

/** A record with possibly missing or invalid members, which have placeholders. */
export interface PartialRecord extends UsageRecord {
  /** The unreadable members: their placeholder is an empty text, or 0. */
  lacking: readonly string[];
}

/** A less severe difference from 2.8, in words. */
export interface LesserViolation {
  pointer: string;
  expected: string;
  actual: string;
}

/** ISO 8601 has no space between date and time. RFC 3339 allows one. */
const SPACED = /^\d{4}-?\d{2}-?\d{2} /;

/** The constraints of 2.8 that a record violates. Integers beyond 2^53 are integers. */
export function recordViolations(raw: RawRecord): { violations: Violation[]; lesser: LesserViolation[] } {
  const big = MEASURES.some((m) => forSchema(raw[m]) !== raw[m]);
  const value = big ? Object.fromEntries(Object.entries(raw).map(([n, v]) => [n, forSchema(v)])) : raw;
  const { violations, nulls } = validateResponse('usage-record', value);
  const spaced = ['date', 'created_at'].filter((member) => SPACED.test(String(raw[member])));
  const lesser = [
    ...nulls.map(({ pointer }) => ({
      pointer,
      expected: 'optional members omitted instead of null',
      actual: `${pointer} is null`,
    })),
    ...spaced.map((member) => ({
      pointer: `/${member}`,
      expected: 'T between date and time, as in ISO 8601',
      actual: JSON.stringify(raw[member]),
    })),
  ];
  return { violations, lesser };
}

/** The four counts of a record by their names. */
export const countsOfRecord = ({ counts }: UsageRecord): Totals =>
  totals((measure) => BigInt(counts[MEASURES.indexOf(measure)]!));

/** The record, read; undefined if members that sums and sets need are missing. */
export function readRecord(raw: RawRecord): UsageRecord | undefined {
  const record = readPartly(raw);
  return record?.lacking.length === 0 ? record : undefined;
}

/** The readable part of a record; undefined without a date, since it has no place then. */
export function readPartly(raw: RawRecord): PartialRecord | undefined {
  const text = (member: string) => (typeof raw[member] === 'string' ? (raw[member] as string) : undefined);
  const when = dateOf(raw.date);
  if (!when) return undefined;
  const lacking: string[] = ['user_id', 'model', 'source'].filter((member) => text(member) === undefined);
  lacking.push(...MEASURES.filter((m) => !isInteger(raw[m])));
  return {
    raw,
    user: inOneCase(text('user_id') ?? ''),
    organization: inOneCase(text('org_id') ?? ''),
    model: text('model') ?? '',
    provider: text('model_provider'),
    source: text('source') ?? '',
    ...when,
    counts: MEASURES.map((m) => (isInteger(raw[m]) ? raw[m] : 0)),
    lacking,
  };
}

/** The date format of HTTP and email. */
const IN_WORDS = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
/** Threshold between seconds and milliseconds. */
const MOST_SECONDS = 1e11;

/**
 * The date of a record. A date that is not ISO 8601, which the schema check reports, is still read as a number of
 * seconds or milliseconds, or in words.
 */
function dateOf(value: unknown): { instant: number; date: string } | undefined {
  if (typeof value === 'string') {
    const instant = IN_WORDS.test(value) ? Date.parse(value) : instantOf(value);
    if (instant === undefined || Number.isNaN(instant)) return undefined;
    return { instant, date: IN_WORDS.test(value) ? new Date(instant).toISOString() : value };
  }
  if (typeof value !== 'number' || !(value > 0) || value > 1e15) return undefined;
  const instant = value < MOST_SECONDS ? value * 1000 : value;
  return { instant, date: new Date(instant).toISOString() };
}

/** Why a record is unreadable, in words. */
export const UNREADABLE = `a member is missing, has the wrong type, or more than ${DIGITS_READ} digits`;

/** The key of a record (2.8): its user, model, provider and source on a date. */
export function combinationOf(record: UsageRecord): string {
  return JSON.stringify([record.instant, record.user, record.model, record.provider ?? null, record.source]);
}

/** Whether a record has an id that identifies records (2.8: a UUID). */
export function hasId(raw: RawRecord): raw is RawRecord & { id: string } {
  return typeof raw.id === 'string' && UUID.test(raw.id);
}

/**
 * What identifies a record, also in a later response. Ids do if they are stable and distinct; otherwise everything
 * but the id.
 */
export function identityOf(record: UsageRecord, stableIds: boolean): string {
  if (stableIds && hasId(record.raw)) return inOneCase(record.raw.id);
  return `${combinationOf(record)} ${record.counts.join(' ')}`;
}

/** A UUID (RFC 9562), in lower-case or capital letters. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id in one spelling: the letters of a UUID mean the same in either case (RFC 9562, 4). */
export const inOneCase = (id: string): string => (UUID.test(id) ? id.toLowerCase() : id);

/** Tolerated difference of two clocks. */
const APART = 5 * 60_000;

/** Whether a record has a creation time after its response; without an offset any time zone is possible. */
export function createdAfter(createdAt: unknown, exchange: Exchange): boolean {
  if (typeof createdAt !== 'string') return false;
  const created = instantOf(createdAt);
  const shown = answeredAt(exchange);
  if (created === undefined || shown === undefined) return false;
  const placed = /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/.test(createdAt.slice(10));
  return created - shown > (placed ? APART : FARTHEST_MIDNIGHT + APART);
}
