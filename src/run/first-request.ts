/** The first request of every run: it is free, and known before the checks are loaded. */
export const FIRST_REQUEST = { method: 'GET', path: '/api/v1/usage/stats', label: 'usage records' } as const;

/** Its sender. */
export const FIRST_ASKER = { owner: 'handshake', turn: 0 } as const;

/** Nothing can be judged: the message is one line with the remedy. */
export class HandshakeRefused extends Error {
  override name = 'HandshakeRefused';
}
