import { instantOf } from '../days.ts';
import type { Parameter } from '../endpoints.ts';
import { MEASURES } from '../measures.ts';
import type { RawRecord } from '../walk/page.ts';
import { inOneCase } from '../walk/record.ts';
import type { Answer } from './probe.ts';

/** A value whose effect only the right meaning of a parameter explains. */
export const DISTINCTIVE_VALUES: Record<Parameter, string> = {
  start: '2199-01-01',
  end: '1971-01-01',
  model: 'chatspec-unknown-model',
  provider: 'chatspec-unknown-provider',
  source: 'chatspec-unknown-source',
  limit: '1',
  offset: '1',
};

/** An invalid value for this kind of parameter; filters by name have none. */
export const SENSELESS: Partial<Record<Parameter, string>> = {
  start: 'not-a-date',
  end: 'not-a-date',
  limit: 'abc',
  offset: 'abc',
};

/** Whether the response to a characteristic value is what only this meaning makes of the response without it. */
export function shows(parameter: Parameter, base: Answer, answer: Answer): boolean {
  if (!answer.good) return answer.refused;
  switch (parameter) {
    case 'limit':
      return base.records.length > 1 && answer.records.length === 1;
    case 'offset':
      return base.records.length > 1
        ? alike(answer.records[0], base.records[1]) &&
            // Elsewhere in the response, it was not skipped: only the order is another one.
            !answer.records.some((record) => alike(record, base.records[0]))
        : base.records.length === 1 && answer.nothing;
    default:
      return !base.nothing && answer.nothing;
  }
}

/** Whether two responses show the same record, with the same counts; ids and creation times may be generated. */
export function sameRecord(a: RawRecord | undefined, b: RawRecord | undefined): boolean {
  return a !== undefined && b !== undefined && agree(a, b, COMPARED_MEMBERS);
}

/** Whether a response shows the record of another one, at any position. */
export const showsRecord = (records: readonly RawRecord[], one: RawRecord): boolean =>
  records.some((other) => sameRecord(other, one));

/** Whether two responses show the same record, which may have grown in between. */
export function alike(a: RawRecord | undefined, b: RawRecord | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (typeof a.id === 'string' && meaningOf(a, 'id') === meaningOf(b, 'id')) return true;
  return agree(a, b, ABOUT);
}

/** Members that are UUIDs (2.8). */
const UUIDS: ReadonlySet<string> = new Set(['id', 'user_id', 'org_id']);

/** A member of a record, the same in all forms: instances of a service may write dates and ids differently. */
export function meaningOf(record: RawRecord, member: string): unknown {
  const value = record[member];
  if (typeof value !== 'string') return value;
  if (member === 'date') return instantOf(value) ?? value;
  return UUIDS.has(member) ? inOneCase(value) : value;
}

const ABOUT = ['user_id', 'email', 'model', 'model_provider', 'source', 'date'] as const;

/** The key and counts of a record. Its other members are irrelevant to usage, and may be generated. */
export const COMPARED_MEMBERS = [...ABOUT, ...MEASURES] as const;

/**
 * Whether two records have the same members. Only one published version has providers (2.8), and a service may run
 * both: an absent one says nothing.
 */
function agree(a: RawRecord, b: RawRecord, members: readonly string[]): boolean {
  return members.every((member) => {
    const [one, other] = [meaningOf(a, member), meaningOf(b, member)];
    if (member === 'model_provider' && (one === undefined || other === undefined)) return true;
    return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
  });
}

/** Whether ids are present, distinct, and the same in both responses. */
export function idsAreStable(a: readonly RawRecord[], b: readonly RawRecord[]): boolean {
  const ids = a.map((r) => meaningOf(r, 'id'));
  if (!ids.every((id) => typeof id === 'string') || new Set(ids).size !== ids.length) return false;
  return a.every(
    (record, i) => !sameRecord(record, b[i]) || meaningOf(b[i]!, 'id') === meaningOf(record, 'id'),
  );
}
