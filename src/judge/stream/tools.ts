import type { Judge } from '../../vocabulary/check.ts';
import { finding, show } from '../finding.ts';
import { list, member } from '../json.ts';
import type { ParsedStream } from '../parsed-stream.ts';
import { type Part, partsByChoice, placeIn } from './parts.ts';

interface Fragment {
  value: unknown;
  part: Part;
  at: number;
}

const fragmentsOf = (parts: readonly Part[]): Fragment[] =>
  parts.flatMap((part) => list(member(part.delta, 'tool_calls')).map((value, at) => ({ value, part, at })));

const placeOf = ({ part, at }: Fragment, name: string) =>
  placeIn(part.chunk, `/choices/${part.at}/delta/tool_calls/${at}/${name}`);

/** Every fragment of a tool call has the index of its call. */
export const fragmentsHaveIndex: Judge<ParsedStream> = (reading) => {
  for (const parts of partsByChoice(reading).values()) {
    const bad = fragmentsOf(parts).find(({ value }) => !Number.isInteger(member(value, 'index')));
    if (!bad) continue;
    const actual = show(member(bad.value, 'index'));
    const expected = 'an integer index in every tool-call fragment';
    return [finding(reading.exchange, expected, actual, placeOf(bad, 'index'))];
  }
  return [];
};

/** Whether a stream holds a fragment of a tool call. */
export function hasCalls(reading: ParsedStream): boolean {
  return [...partsByChoice(reading).values()].some((parts) => [...fragmentsOf(parts)].length > 0);
}

const isId = (id: unknown): id is string => typeof id === 'string' && id !== '';

/** The first fragment of every tool call has the id of the call; no later one with its index has another. */
export const idComesFirst: Judge<ParsedStream> = (reading) => {
  for (const parts of partsByChoice(reading).values()) {
    const begun = new Map<unknown, unknown>();
    for (const fragment of fragmentsOf(parts)) {
      const given = member(fragment.value, 'index');
      const index = given ?? 0;
      const id = member(fragment.value, 'id');
      if (begun.has(index)) {
        const first = begun.get(index);
        // Without an index, which another check reports, another id belongs to another call.
        if (!Number.isInteger(given) || !isId(id) || !isId(first) || id === first) continue;
        const expected = 'the same id in all fragments of a tool call';
        return [finding(reading.exchange, expected, show(id), placeOf(fragment, 'id'))];
      }
      begun.set(index, id);
      if (isId(id)) continue;
      const expected = 'an id in the first fragment of a tool call';
      return [finding(reading.exchange, expected, show(id), placeOf(fragment, 'id'))];
    }
  }
  return [];
};

/** The name of a function is sent once per call: clients that join fragments would double it. */
export const nameComesOnce: Judge<ParsedStream> = (reading) => {
  for (const parts of partsByChoice(reading).values()) {
    const named = new Set<unknown>();
    for (const fragment of fragmentsOf(parts)) {
      const name = member(member(fragment.value, 'function'), 'name');
      const index = member(fragment.value, 'index');
      if (!Number.isInteger(index) || typeof name !== 'string' || name === '') continue;
      if (named.has(index)) {
        const expected = 'the name of the function in one fragment of a call';
        return [
          finding(reading.exchange, expected, `${show(name)} again`, placeOf(fragment, 'function/name')),
        ];
      }
      named.add(index);
    }
  }
  return [];
};
