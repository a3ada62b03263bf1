import type { QueuedRequest } from './queued-request.ts';

/** Members that make requests show different things. */
const MEMBERS = ['"tools"', '"response_format"', '"logprobs"', '"n":2', '"stream"', '"reasoning_effort"'];

/** What a request shows: requests of one kind show much of the same. */
function kindOf({ spec: { body } }: QueuedRequest): string {
  const text = typeof body === 'string' ? body : '';
  return MEMBERS.filter((member) => text.includes(member)).join(' ');
}

/** Which kinds of requests had their turn, so that each has one before any has another. */
export interface Breadth {
  /** A request goes. */
  note(standing: QueuedRequest): void;
  /** Requests in order of the turns of their kinds. */
  order<T extends QueuedRequest>(waiting: readonly T[]): T[];
}

/** No request went so far. */
export function createBreadth(): Breadth {
  const served = new Map<string, number>();
  return {
    note: (standing) => void served.set(kindOf(standing), (served.get(kindOf(standing)) ?? 0) + 1),
    order(waiting) {
      const counts = new Map(served);
      const turns = new Map(
        waiting.map((one) => {
          const turn = counts.get(kindOf(one)) ?? 0;
          counts.set(kindOf(one), turn + 1);
          return [one, turn] as const;
        }),
      );
      return waiting.toSorted((a, b) => turns.get(a)! - turns.get(b)!);
    },
  };
}
