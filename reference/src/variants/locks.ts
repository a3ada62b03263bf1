import type { Change } from '../behaviour.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

/** For a minute after ten invalid keys, all keys are rejected. */
const locking: Change = (before) => {
  let bad: number[] = [];
  let until = 0;
  return {
    authenticate: (found, request, accounts) => {
      const now = request.receivedAt;
      if (now < until) return undefined;
      const account = before.authenticate(found, request, accounts);
      bad = bad.filter((at) => now - at < 60_000);
      if (!account && bad.push(now) >= 10) until = now + 60_000;
      return account;
    },
    status: (refusal, request) => (request.receivedAt < until ? 403 : before.status(refusal, request)),
  };
};

/** Protection against guessing of keys. */
export const locks: readonly Variant[] = variants('lock-out', [
  [
    'auth/locked-out',
    '5.1',
    'after ten invalid keys all requests are rejected with 403 for a minute',
    locking,
    { undecided: ['auth/*', 'client/error-classes'] },
  ],
]);
