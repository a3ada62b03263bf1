import type { Parameter } from '../endpoints.ts';
import { MEASURES } from '../measures.ts';
import type { RawRecord } from '../walk/page.ts';
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

/** A value that no parameter of this kind can have; filters by name have none. */
export const SENSELESS: Partial<Record<Parameter, string>> = {
  start: 'not-a-date',
  end: 'not-a-date',
  limit: 'abc',
  offset: 'abc',
};

/** Whether the answer to a telling value is what this meaning, and no other, makes of the answer without it. */
export function shows(parameter: Parameter, base: Answer, answer: Answer): boolean {
  if (!answer.good) return answer.refused;
  switch (parameter) {
    case 'limit':
      return base.records.length > 1 && answer.records.length === 1;
    case 'offset':
      return base.records.length > 1
        ? alike(answer.records[0], base.records[1]) && !alike(answer.records[0], base.records[0])
        : base.records.length === 1 && answer.nothing;
    default:
      return !base.nothing && answer.nothing;
  }
}

/** Whether two answers show the same record, with the same counts; ids and times of creation may be made anew each time. */
export function sameRecord(a: RawRecord | undefined, b: RawRecord | undefined): boolean {
  return a !== undefined && b !== undefined && essence(a) === essence(b);
}

/** Whether an answer shows the record of another one, wherever it stands. */
export const showsRecord = (records: readonly RawRecord[], one: RawRecord): boolean =>
  records.some((other) => sameRecord(other, one));

/** Whether two answers show the record of the same thing, which may have grown in between. */
export function alike(a: RawRecord | undefined, b: RawRecord | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (typeof a.id === 'string' && a.id === b.id) return true;
  return ABOUT.every((m) => a[m] === b[m]);
}

const ABOUT = ['user_id', 'email', 'model', 'model_provider', 'source', 'date'] as const;

/** What a record is about and what it counts. Its other members say nothing of the usage, and may be made anew. */
export const COMPARED_MEMBERS = [...ABOUT, ...MEASURES] as const;

function essence(record: RawRecord): string {
  const members = COMPARED_MEMBERS.map((m) => record[m]);
  return JSON.stringify(members, (_, v) => (typeof v === 'bigint' ? `${v}n` : v));
}

/** Whether ids are there, differ, and are the same in both answers. */
export function idsAreStable(a: readonly RawRecord[], b: readonly RawRecord[]): boolean {
  const ids = a.map((r) => r.id);
  if (!ids.every((id) => typeof id === 'string') || new Set(ids).size !== ids.length) return false;
  return a.every((record, i) => !sameRecord(record, b[i]) || b[i]!.id === record.id);
}
