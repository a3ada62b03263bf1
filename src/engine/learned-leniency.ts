import type { BadRequest, Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import type { QueuedRequest } from './queued-request.ts';

/** After so many constraints of a kind were accepted twice, the others of that kind are known to be accepted. */
const CONSTRAINTS_OF_A_KIND = 3;

/** Kinds that are similar enough for this. */
const KINDS: ReadonlySet<string> = new Set(['type', 'bound', 'enumeration', 'unknown', 'nested']);

/** Knowledge from invalid requests that were accepted. */
export interface LearnedLeniency {
  /** Why a request need not be sent; undefined if it must be. */
  reasonToSkip(standing: QueuedRequest): Inconclusive | undefined;
  /** How many more constraints of its kind are to be sent twice, after this one was accepted once. */
  wanting(bad: BadRequest | undefined): number;
  learn(bad: BadRequest, exchange: Exchange): void;
}

/** Nothing is known yet. */
export function createLearnedLeniency(): LearnedLeniency {
  const accepted = new Map<string, { kind: string; ids: string[] }>();
  const twice = (kind: string) => [...accepted.values()].filter((a) => a.kind === kind && a.ids.length > 1);
  const settled = (kind: string) => KINDS.has(kind) && twice(kind).length >= CONSTRAINTS_OF_A_KIND;

  return {
    reasonToSkip({ spec: { bad }, again }) {
      if (!bad) return undefined;
      const own = accepted.get(nameOf(bad));
      const known = settled(bad.kind);
      if (again) return own && known ? enough(bad.kind, twice(bad.kind)) : undefined;
      // A constraint that holds alone may fail in combination, but not the other way round. A failing combination
      // is reduced to find its cause, and the reduction counts its own cost.
      const same = bad.among === 'shrunk' ? undefined : own;
      const found = [same, accepted.get(bad.constraint)].find((a) => a && (a.ids.length > 1 || known));
      if (!found) return undefined;
      const message = `${bad.constraint} already failed, so this variant is not sent`;
      return new Inconclusive(message, [], bad.constraint);
    },
    wanting: (bad) =>
      bad && KINDS.has(bad.kind) && accepted.has(nameOf(bad))
        ? CONSTRAINTS_OF_A_KIND - twice(bad.kind).length
        : Number.POSITIVE_INFINITY,
    learn(bad, { id, response }) {
      const status = response?.status ?? 0;
      if (status < 200 || status > 299) return;
      const own = accepted.get(nameOf(bad)) ?? { kind: bad.kind, ids: [] };
      own.ids.push(id);
      accepted.set(nameOf(bad), own);
    },
  };
}

function nameOf({ constraint, among }: BadRequest): string {
  return among === 'alone' ? constraint : `${constraint} ${among}`;
}

function enough(kind: string, examples: readonly { ids: readonly string[] }[]): Inconclusive {
  const ids = examples.slice(0, CONSTRAINTS_OF_A_KIND).map((example) => example.ids.at(-1)!);
  const message = `not repeated: three other constraints of this kind (${kind}) were accepted twice, last in ${ids.join(', ')}`;
  return new Inconclusive(message, [], undefined, { shownBy: ids });
}
