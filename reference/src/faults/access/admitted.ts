import type { Change } from '../../behaviour.ts';
import type { ServiceRequest } from '../../message.ts';

export const credentials = (request: ServiceRequest): string | undefined =>
  request.headers.authorization?.trim();

export const usage = (request: ServiceRequest) => request.endpoint !== 'completions';

/** Lets requests pass as if they had the first account's key. */
export const admitted =
  (which: (request: ServiceRequest, keys: readonly string[]) => boolean): Change =>
  (before) => ({
    authenticate: (found, request, accounts) =>
      before.authenticate(found, request, accounts) ??
      (which(
        request,
        accounts.map((account) => account.key),
      )
        ? accounts[0]
        : undefined),
  });

export const key = (request: ServiceRequest): string => credentials(request)?.replace(/^\w+ /, '') ?? '';
