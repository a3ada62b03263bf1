import type { Change } from '../../behaviour.ts';
import { answer, isStreamed, replies } from '../../change/answers.ts';
import { askedIn } from '../../change/requests.ts';
import type { GeneratedChoice } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { type ServiceRequest, withHeader } from '../../message.ts';
import { type Reason, Refused } from '../../refusal.ts';

/** Leaves `created` out of the completion that is this request of its connection. */
const uncreatedAt = (place: number): Change =>
  answer(({ created, ...rest }, _, request) => (request.place === place ? rest : { created, ...rest }));

/** Leaves `created` out of a completion that arrived at most so many milliseconds after one with tools. */
const uncreatedAfterTools = (withinMs: number): Change => {
  let at = Number.NEGATIVE_INFINITY;
  return answer(({ created, ...rest }, body, { receivedAt }) => {
    const isHit = body.seed !== undefined && receivedAt - at <= withinMs;
    if (body.tools) at = receivedAt;
    return isHit ? rest : { created, ...rest };
  });
};

/** Rejects valid requests that `picks` selects, as if they were malformed, or for another reason. */
const refusing =
  (picks: (request: ServiceRequest) => boolean, reason: Reason = 'invalid'): Change =>
  (before) => ({
    knowsModel: (known, model, request) => {
      if (picks(request)) throw new Refused({ reason, message: 'The request is malformed.', violations: [] });
      return before.knowsModel(known, model, request);
    },
  });

/** A valid request is rejected once on a connection after so many rejections. */
const afterRefusals = (
  many: number,
  spoils: (request: ServiceRequest) => boolean,
  hits: (request: ServiceRequest) => boolean,
): Change => {
  const refused = new Map<number | undefined, number>();
  return (before) => ({
    ...refusing((request) => {
      const isHit = (refused.get(request.connection) ?? 0) >= many && hits(request);
      refused.set(request.connection, 0);
      return isHit;
    })(before),
    refuse: (reply, refusal, request) => {
      if (request.endpoint === 'completions' && spoils(request) && refusal.reason === 'invalid')
        refused.set(request.connection, (refused.get(request.connection) ?? 0) + 1);
      return before.refuse(reply, refusal, request);
    },
  });
};

const isStreamAsked = (request: ServiceRequest) => askedIn(request).stream === true;

/** Gives the result of a completion to the next one, if both arrived within so many milliseconds. */
const mixedUp =
  (withinMs: number, edit: (own: GeneratedChoice[], other: GeneratedChoice[]) => GeneratedChoice[]): Change =>
  (before) => {
    let last: { at: number; choices: GeneratedChoice[] } | undefined;
    return {
      generation: (made, body, request) => {
        const own = before.generation(made, body, request);
        const neighbour = last && request.receivedAt - last.at <= withinMs ? last : undefined;
        last = { at: request.receivedAt, choices: own.choices };
        return neighbour ? { ...own, choices: edit(own.choices, neighbour.choices) } : own;
      },
    };
  };

/** The completion after a stream whose client left is rejected. Streams take time, as those of real models do. */
const spoiltByCancellation: Change = (before) => {
  let isSpoilt = false;
  return {
    ...refusing(() => {
      const isHit = isSpoilt;
      isSpoilt = false;
      return isHit;
    })(before),
    writes: (all, request) => before.writes(all, request).map((write) => ({ ...write, delayMs: 5 })),
    account: (entry, origin, request) => {
      isSpoilt ||= origin.streamed && origin.aborted;
      return before.account(entry, origin, request);
    },
  };
};

const hasEmoji = ({ body }: ServiceRequest): boolean =>
  /\p{Extended_Pictographic}|\\ud83[c-e]/u.test(new TextDecoder().decode(body));

/** State that a service carries from one request to others: on a connection, or between concurrent ones. */
export const state: readonly Fault[] = [
  ...faults('must', 'completion/fits-schema client/*', [
    [
      'completion/created-missing-in-second-on-connection',
      '2.7',
      'created is missing in the second request of a connection',
      uncreatedAt(2),
      { network: true },
    ],
    [
      'completion/created-missing-in-tenth-on-connection',
      '2.7',
      'created is missing in the tenth request of a connection',
      uncreatedAt(10),
      {
        ...hidden('no completion happens to be the tenth of its connection', 'opposite', 'mix'),
        network: true,
      },
    ],
    [
      'completion/created-missing-after-neighbour-with-tools',
      '2.7',
      'created is missing in a completion with a seed that arrives together with one with tools',
      uncreatedAfterTools(3),
      { network: true },
    ],
  ]),
  ...faults('must', 'stream/*', [
    [
      'stream/content-type-in-second-on-connection',
      '6',
      'streams after the first request of a connection are labeled text/plain',
      replies(
        (reply, request) => isStreamed(reply, request) && request.place > 1,
        (reply) => withHeader(reply, 'Content-Type', 'text/plain'),
      ),
      { network: true },
    ],
  ]),
  ...faults('must', 'status/accepted-always', [
    [
      'status/three-refusals-spoil-connection',
      '4.1',
      'after three rejected requests, a connection rejects a valid request',
      afterRefusals(
        3,
        () => true,
        () => true,
      ),
      {
        network: true,
        settings: { profile: 'exhaustive' },
      },
    ],
    [
      'status/refused-stream-spoils-plain',
      '4.1',
      'after a rejected streaming request, the connection rejects a plain request',
      afterRefusals(1, isStreamAsked, (request) => !isStreamAsked(request)),
      { network: true },
    ],
    [
      'status/refusal-spoils-stream',
      '4.1',
      'after a rejected plain request, the connection rejects a stream',
      afterRefusals(1, (request) => !isStreamAsked(request), isStreamAsked),
      { network: true },
    ],
    [
      'status/every-twelfth-refused',
      '4.1',
      'every twelfth valid completion is rejected with 422',
      refusing(({ service }) => service.count('valid') % 12 === 11),
    ],
    [
      'status/every-second-emoji-refused',
      '4.1',
      'every second valid completion with an emoji is rejected with 422',
      refusing((request) => hasEmoji(request) && request.service.count('emoji') % 2 === 1),
    ],
    [
      'status/second-of-five-on-connection-refused',
      '4.1',
      'the second of every five requests of a connection is rejected if it is a valid completion',
      refusing(({ place }) => place % 5 === 2),
      { network: true },
    ],
    [
      'status/every-twentieth-on-connection-500',
      '4.1',
      'every twentieth request of a connection gets a server error',
      (before) => ({
        admit: (refusal, request) =>
          request.place % 20 === 0
            ? { reason: 'server-error', message: 'The connection to the database is stale.' }
            : before.admit(refusal, request),
      }),
      { network: true },
    ],
    [
      'status/every-twelfth-unauthenticated',
      '4.1',
      'every twelfth valid completion is rejected with 401',
      refusing(({ service }) => service.count('valid') % 12 === 11, 'unauthenticated'),
    ],
  ]),
  ...faults('must', 'status/after-cancellation', [
    [
      'status/canceled-stream-spoils-next',
      '4.1',
      'the request after a canceled stream is rejected',
      spoiltByCancellation,
      { settings: { profile: 'exhaustive' } },
    ],
  ]),
  ...faults('must', 'completion/* stream/* accounting/* client/* tool/*', [
    [
      'completion/n-of-neighbour',
      '2.1',
      'the second of two concurrent requests has as many choices as the first',
      mixedUp(3, (own, other) => other.map((choice, i) => ({ ...(own[i] ?? choice), index: i }))),
      { network: true },
    ],
    [
      'completion/answer-of-neighbour',
      '2.1',
      'the second of two concurrent requests gets the choices of the first',
      mixedUp(3, (_, other) => other),
      { network: true },
    ],
  ]),
];
