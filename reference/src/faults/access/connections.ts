import type { Change } from '../../behaviour.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Account } from '../../message.ts';
import type { Reason } from '../../refusal.ts';

/** A connection that was authenticated once is not checked again. */
const rememberedOnConnection: Change = (before) => {
  const known = new Map<number, Account>();
  return {
    authenticate: (found, request, accounts) => {
      const account = before.authenticate(found, request, accounts);
      const { connection } = request;
      if (connection === undefined) return account;
      if (account) known.set(connection, account);
      return account ?? known.get(connection);
    },
  };
};

/** An error with this reason is repeated for the next request on the connection. */
const givenAgain =
  (reason: Reason): Change =>
  (before) => {
    const spoilt = new Set<number>();
    return {
      admit: (refusal, request) => {
        const { connection } = request;
        if (connection === undefined || !spoilt.delete(connection)) return before.admit(refusal, request);
        return { reason, message: 'The request is malformed.' };
      },
      refuse: (reply, refusal, request) => {
        // The repeated error is the last one.
        const again = refusal.message === 'The request is malformed.';
        if (refusal.reason === reason && !again && request.connection !== undefined)
          spoilt.add(request.connection);
        return before.refuse(reply, refusal, request);
      },
    };
  };

const KEYS = 'a connection that was used with a valid key accepts any key, or none';
const NEXT = 'the next request on the connection is rejected too';

/** State that connections carry from one request to the next. */
export const connections: readonly Fault[] = [
  ...faults('must', 'auth/* billing/*', [
    ['auth/known-on-connection', '5.1', `${KEYS}, in process`, rememberedOnConnection],
    ['auth/known-on-kept-connection', '5.1', KEYS, rememberedOnConnection, { network: true }],
  ]),
  ...faults('must', 'status/after-refusal status/accepted-always', [
    [
      'status/unparsable-spoils-connection',
      '7.3',
      `after an unparsable body ${NEXT}`,
      givenAgain('unparsable'),
      { network: true },
    ],
    ['status/invalid-spoils-connection', '7.3', `after an invalid parameter ${NEXT}`, givenAgain('invalid')],
  ]),
];
