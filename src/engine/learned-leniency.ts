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
  const accepted = new Map<string, { kind: string; times: number }>();
  const twice = (kind: string) => [...accepted.values()].filter((a) => a.kind === kind && a.times > 1);
  const settled = (kind: string) => KINDS.has(kind) && twice(kind).length >= CONSTRAINTS_OF_A_KIND;

  return {
    reasonToSkip({ spec: { bad }, again }) {
      if (!bad) return undefined;
      const own = accepted.get(nameOf(bad));
      const known = settled(bad.kind);
      if (again) return own && known ? enough(bad.kind) : undefined;
      // A constraint that holds alone may fail in combination; the reverse does not occur. A failing combination is
      // reduced to find its cause, and the reduction counts its own cost.
      const same = bad.among === 'shrunk' ? undefined : own;
      const found = [same, accepted.get(bad.constraint)].find((a) => a && (a.times > 1 || known));
      if (!found) return undefined;
      const message = `${bad.constraint} already failed, so this variant is not sent`;
      return new Inconclusive(message, [], bad.constraint);
    },
    wanting: (bad) =>
      bad && KINDS.has(bad.kind) && accepted.has(nameOf(bad))
        ? CONSTRAINTS_OF_A_KIND - twice(bad.kind).length
        : Number.POSITIVE_INFINITY,
    learn(bad, { response }) {
      const status = response?.status ?? 0;
      if (status < 200 || status > 299) return;
      const times = (accepted.get(nameOf(bad))?.times ?? 0) + 1;
      accepted.set(nameOf(bad), { kind: bad.kind, times });
    },
  };
}

function nameOf({ constraint, among }: BadRequest): string {
  return among === 'alone' ? constraint : `${constraint} ${among}`;
}

/** Names no exchanges: which three were first differs between a run and its judgement from the record. */
function enough(kind: string): Inconclusive {
  const message = `not repeated: ${CONSTRAINTS_OF_A_KIND} other constraints of this kind (${kind}) were accepted twice`;
  return new Inconclusive(message, [], undefined, { isShown: true });
}
