import { ALIAS, aliasWithoutKey } from '../src/auth/alias.ts';
import { withMadeKey } from '../src/auth/made-keys.ts';
import { refusedForItsForm, refusedWith401 } from '../src/judge/auth.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { MadeKey } from '../src/vocabulary/exchange.ts';
import { inconclusiveIfValidFails } from './auth/inconclusive-if-valid-fails.ts';

const CARE =
  'Sends it once, to the completion endpoint only, after all other requests, between two requests with the valid key. Skipped if earlier answers suggest a lockout.';

const madeKey = async (context: CheckContext, ask: Requester, kind: MadeKey) =>
  inconclusiveIfValidFails(context, ask, await withMadeKey(context, ask, kind));

/** Section 5: keys that are nearly right, and doors beside the main one. */
export const checks: readonly Check[] = [
  {
    id: 'auth/alias-no-key',
    title: 'Aliases of the completion endpoint require a key',
    clauses: ['5.4', '4'],
    level: 'must',
    phase: 'last',
    profile: 'standard',
    about: `Sends an invalid request to ${ALIAS} and to the contract's path with a trailing slash. If one rejects it as the completion endpoint does, sends a completion there without an Authorization header. Fails on acceptance and on a server error. Not applicable without such an alias.`,
    run: (context) => context.verify((ask) => aliasWithoutKey(context, ask), refusedForItsForm),
  },
  {
    id: 'auth/completion-altered-key',
    title: 'A key with one changed character is rejected with 401',
    clauses: ['5.4', '7.1'],
    level: 'must',
    phase: 'end',
    profile: 'standard',
    meetsLockOuts: true,
    about: `Changes one character past the middle of the key, then one near its end. Passes on 401. Fails on any other status. ${CARE}`,
    run: (context) =>
      context.verifyEach(
        (['altered', 'altered-late'] as const).map((kind) => (ask) => madeKey(context, ask, kind)),
        refusedWith401,
      ),
  },
  {
    id: 'auth/completion-other-case',
    title: 'A key with inverted case is rejected',
    clauses: ['5.4'],
    level: 'should',
    phase: 'end',
    profile: 'standard',
    about: `Inverts the case of the key. Warns on acceptance. Skips hexadecimal keys and UUIDs, whose case may not matter. ${CARE}`,
    run: (context) => context.verify((ask) => madeKey(context, ask, 'other-case'), refusedForItsForm),
  },
  {
    id: 'auth/completion-longer-key',
    title: 'A key with one extra character is rejected',
    clauses: ['5.4'],
    level: 'should',
    phase: 'end',
    profile: 'standard',
    about: `Appends one character to the key. Warns on acceptance. ${CARE}`,
    run: (context) => context.verify((ask) => madeKey(context, ask, 'longer'), refusedForItsForm),
  },
];
