import type { Change } from '../../behaviour.ts';
import { statusFor } from '../../change/requests.ts';
import { type Fault, type FaultRow, faults } from '../../deviation.ts';
import { Refused } from '../../refusal.ts';

/** Another status beyond the rate limit, with words only: without a time to retry. */
const limitAs =
  (status: number): Change =>
  (before) => ({
    ...statusFor('rate-limit', status)(before),
    errorHeaders: (refusal, request) =>
      before
        .errorHeaders(refusal, request)
        .filter(([name]) => refusal.reason !== 'rate-limit' || name !== 'Retry-After'),
  });

/** More than so many requests per second, from any sender, are rejected with 400 before all other checks. */
const limitForAll =
  (most: number): Change =>
  (before) => {
    let second = 0;
    let count = 0;
    const as400 = statusFor('rate-limit', 400)(before);
    return {
      ...as400,
      authenticate: (found, request, accounts) => {
        const now = Math.floor(request.receivedAt / 1_000);
        if (now !== second) [second, count] = [now, 0];
        count++;
        if (count > most)
          throw new Refused({ reason: 'rate-limit', message: 'Rate limit exceeded, slow down' });
        return before.authenticate(found, request, accounts);
      },
    };
  };

const UNSEEN = {
  'error/empty': { hidden: 'a rejection without a body does not mention a limit' },
  'service/slow': { hidden: 'a client that waits three seconds per response does not reach the limit' },
  'service/uneven': { hidden: 'a client that waits a second per response does not reach the limit' },
};

/** Rate limits with another status than 429 (7.4). */
export const limits: readonly Fault[] = faults('must', 'status/rate-limit', [
  ...[400, 402, 422].map(
    (status): FaultRow => [
      `status/rate-limit-as-${status}`,
      '7.4',
      `requests beyond the rate limit are rejected with ${status}`,
      limitAs(status),
      { service: { rateLimit: { requests: 40, perMs: 2_000 } }, bases: UNSEEN },
    ],
  ),
  [
    'status/rate-limit-for-all-as-400',
    '7.4',
    'more than 15 requests per second are rejected with 400 for all keys',
    limitForAll(15),
    { bases: UNSEEN },
  ],
  [
    'status/rate-limit-403',
    '7.4',
    'requests beyond the rate limit are rejected with 403',
    statusFor('rate-limit', 403),
    {
      service: { rateLimit: { requests: 40, perMs: 2_000 } },
      bases: {
        ...UNSEEN,
        'error/no-headers': { hidden: 'an error that does not mention a limit is a warning at most' },
      },
    },
  ],
]);
