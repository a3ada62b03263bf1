import { ALIAS, aliasWithoutKey } from '../src/auth/alias.ts';
import { withMadeKey } from '../src/auth/made-keys.ts';
import { refusedForItsForm, refusedWith401 } from '../src/judge/auth.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { MadeKey } from '../src/vocabulary/exchange.ts';
import { besideGood } from './auth/beside-good.ts';

const CARE =
  'It goes to the completion endpoint only, after everything else, once, with the right key before and after it, and not at all when anything before looked like a lock-out.';

const madeKey = async (context: CheckContext, ask: Requester, kind: MadeKey) =>
  besideGood(context, ask, await withMadeKey(context, ask, kind));

/** Section 5: keys that are nearly right, and doors beside the main one. */
export const checks: readonly Check[] = [
  {
    id: 'auth/alias-no-key',
    title: `Completions at ${ALIAS}, or with a slash at their end, ask for a key as well`,
    clauses: ['5.4', '4'],
    level: 'must',
    phase: 'last',
    profile: 'standard',
    about: `Where ${ALIAS} refuses a flawed completion as the completion endpoint does, or the path of the contract with a slash at its end, a completion is sent there without an Authorization header. Being let in, and a server error, fails. Without such an alias it does not apply.`,
    run: (context) => context.verify((ask) => aliasWithoutKey(context, ask), refusedForItsForm),
  },
  {
    id: 'auth/completion-altered-key',
    title: 'The right key with one character changed is refused with 401',
    clauses: ['5.4', '7.1'],
    level: 'must',
    phase: 'end',
    profile: 'standard',
    meetsLockOuts: true,
    about: `One character inside the key, past its middle, is another one, and then one near its end. 401 passes, and any other answer fails. ${CARE}`,
    run: (context) =>
      context.verifyEach(
        (['altered', 'altered-late'] as const).map((kind) => (ask) => madeKey(context, ask, kind)),
        refusedWith401,
      ),
  },
  {
    id: 'auth/completion-other-case',
    title: 'The right key in other case is refused',
    clauses: ['5.4'],
    level: 'should',
    phase: 'end',
    profile: 'standard',
    about: `Capital letters of the key are small ones, and the other way round. Being let in warns. A key that is written in hexadecimal, a UUID too, may be the same in either case: it is not asked for then. ${CARE}`,
    run: (context) => context.verify((ask) => madeKey(context, ask, 'other-case'), refusedForItsForm),
  },
  {
    id: 'auth/completion-longer-key',
    title: 'The right key with one character more is refused',
    clauses: ['5.4'],
    level: 'should',
    phase: 'end',
    profile: 'standard',
    about: `The key is sent with one more character at its end. Being let in warns. ${CARE}`,
    run: (context) => context.verify((ask) => madeKey(context, ask, 'longer'), refusedForItsForm),
  },
];
