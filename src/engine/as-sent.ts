import { BROKEN_OFF, FREE, priceOf } from '../vocabulary/billed.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Phases } from '../vocabulary/phases.ts';
import { API_PATH } from '../vocabulary/settings.ts';
import { attempt, isUndecidable } from '../vocabulary/undecidable.ts';

/** Maximum number of repetitions in a run that have a position or concurrent requests. */
const REPETITIONS_AT_MOST = 6;
/** Maximum number of requests before a repetition on its connection. */
const BEFORE_AT_MOST = 15;
/** Maximum number of concurrent requests: the nearest ones. */
const CONCURRENT_AT_MOST = 8;

interface Sent {
  spec: RequestSpec;
  /** Its number in the run. */
  order: number;
  startedAt: number;
  endedAt: number;
  /** Position on its connection. */
  place: number;
  /** It may be sent again with another one: not part of a repetition, a burst, or a test of keys. */
  isOrdinary: boolean;
  /** It has a valid key: without one, the requests before it would be sent without one too. */
  isRepeatable: boolean;
}

/** How a request was sent: its position on its connection, and the requests that were in flight with it. */
export interface Situation {
  readonly spec: RequestSpec;
  /** Sends the request in the same way. `others` sends the concurrent requests. */
  send(ask: Requester, others: Requester, spec?: RequestSpec): Promise<Exchange>;
  /** After that, for a finding: `at the same position of a connection, with 3 of the requests that were in flight`. */
  words(): string;
}

/** A requester that repeats one request in its situation, and afterwards that situation in words. */
export interface AgainAsSent {
  ask: Requester;
  words(): string;
}

/**
 * The requests of a run, so that one can be repeated as it was sent: a violation may depend on the number of requests
 * before it on its connection, or on the requests in flight.
 */
export class SentRequests {
  readonly #all = new Map<string, Sent>();
  readonly #repeated = new Set<string>();

  note({ id, startedAt, timing, onConnection }: Exchange, spec: RequestSpec, round: 1 | 2): void {
    const { onBody: _, onAttempt: __, onSent: ___, turn: ____, ...again } = spec;
    const hasKey = spec.credential !== 'none' && spec.authorization === undefined;
    this.#all.set(id, {
      spec: again,
      order: Number(id.slice(1)),
      startedAt,
      endedAt: startedAt + timing.endMs,
      place: onConnection?.place ?? 1,
      isRepeatable: hasKey,
      isOrdinary: round === 1 && hasKey && !spec.ofBurst && !spec.limits,
    });
  }

  /** The request of an exchange. */
  specOf(id: string): RequestSpec {
    return this.#all.get(id)!.spec;
  }

  /**
   * How this request was sent; undefined if it was first on its connection and alone in flight, if it was repeated
   * so before, or if too many others were.
   */
  situationOf(id: string): Situation | undefined {
    const sent = this.#all.get(id);
    if (!sent?.isRepeatable || this.#repeated.has(id) || this.#repeated.size >= REPETITIONS_AT_MOST)
      return undefined;
    const distance = ({ order }: Sent) => Math.abs(order - sent.order);
    const concurrent = [...this.#all.values()]
      .filter((one) => one !== sent && one.isOrdinary && overlaps(one, sent))
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, CONCURRENT_AT_MOST)
      .toSorted((a, b) => a.order - b.order);
    if (sent.place === 1 && concurrent.length === 0) return undefined;
    this.#repeated.add(id);
    const isEarlier = (one: Sent) => one.order < sent.order;
    const [earlier, later] = [concurrent.filter(isEarlier), concurrent.filter((one) => !isEarlier(one))];
    let together = 0;
    return {
      spec: sent.spec,
      words: () => wordsFor(sent.place, together),
      send: async (ask, others, spec = sent.spec) => {
        const own = await onPlace(spec, sent.place, ask);
        const sendOther = async (one: RequestSpec) => {
          const answer = await attempt(others.sendOnce(one));
          if (!isUndecidable(answer)) together++;
        };
        const specs = (list: readonly Sent[]) => list.map((one) => one.spec);
        return sendTogether({ send: ask.send, sendOther, own, earlier: specs(earlier), later: specs(later) });
      },
    };
  }

  /**
   * A requester that sends this request in its situation, all others as `ask` does, and shares no response; undefined
   * without a situation. `others` sends the concurrent requests.
   */
  again(
    id: string,
    ask: Requester,
    others: Requester,
    phases: Pick<Phases, 'answered' | 'reply'>,
  ): AgainAsSent | undefined {
    const situation = this.situationOf(id);
    if (!situation) return undefined;
    const requester: Requester = {
      ...ask,
      send: (spec) => (isSame(spec, situation.spec) ? situation.send(ask, others, spec) : ask.send(spec)),
      shared: (_, make) => make(requester),
      answered: (row) => phases.answered(requester, row),
      reply: (row, at) => phases.reply(requester, row, at),
    };
    return { ask: requester, words: situation.words };
  }
}

function overlaps(a: Sent, b: Sent): boolean {
  return a.startedAt <= b.endedAt && b.startedAt <= a.endedAt;
}

function wordsFor(place: number, concurrent: number): string {
  const position =
    place > BEFORE_AT_MOST
      ? `after ${BEFORE_AT_MOST} requests on a connection`
      : 'at the same position of a connection';
  const parts = [
    ...(place > 1 ? [position] : []),
    ...(concurrent > 0 ? [`with ${concurrent} of the requests that were in flight`] : []),
  ];
  return parts.join(', ');
}

/** The request with a connection on which it has this position, after free requests with unparsable bodies. */
async function onPlace(spec: RequestSpec, place: number, ask: Requester): Promise<RequestSpec> {
  if (place === 1) return spec;
  const connection = `place ${place} ${spec.label}`;
  const { headers } = spec;
  const before: RequestSpec = {
    method: 'POST',
    path: `${API_PATH}/chat/completions`,
    label: 'a body that is cut off',
    body: BROKEN_OFF,
    connection,
    ...(headers && { headers }),
  };
  for (let i = 0; i < Math.min(place - 1, BEFORE_AT_MOST); i++) await ask.sendOnce(before);
  return { ...spec, connection };
}

interface Together {
  send: Requester['send'];
  sendOther: (spec: RequestSpec) => Promise<void>;
  own: RequestSpec;
  earlier: readonly RequestSpec[];
  later: readonly RequestSpec[];
}

/**
 * Sends a request among others whose responses it ignores. Requests that may be billed wait for their
 * round; free ones start with the first of them.
 */
async function sendTogether({ send, sendOther, own, earlier, later }: Together): Promise<Exchange> {
  const start = Promise.withResolvers<void>();
  const isPaid = (spec: RequestSpec) => priceOf(spec) !== FREE;
  const inTime = (spec: RequestSpec): RequestSpec => ({
    ...spec,
    turn: async () => (isPaid(spec) ? start.resolve() : start.promise),
  });
  const sendWith = async ({ connection: _, ...spec }: RequestSpec) => {
    await sendOther(inTime(spec));
    if (isPaid(spec)) start.resolve();
  };
  if (![own, ...earlier, ...later].some(isPaid)) start.resolve();
  const before = earlier.map(sendWith);
  const answer = send(inTime(own)).finally(start.resolve);
  await Promise.all([answer, ...before, ...later.map(sendWith)]);
  return answer;
}

/** Whether two requests are the same, whatever their labels. */
function isSame(a: RequestSpec, b: RequestSpec): boolean {
  const bytes = ({ body }: RequestSpec) => Buffer.from(body ?? '');
  const rest = ({ method, path, headers, credential, authorization, madeKey }: RequestSpec) =>
    JSON.stringify([method, path, headers, credential, authorization, madeKey]);
  return rest(a) === rest(b) && bytes(a).equals(bytes(b));
}
