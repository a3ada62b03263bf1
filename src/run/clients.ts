import { notInstalled } from '../client/other/index.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { Settings } from '../vocabulary/settings.ts';

/** Rejects with `OptionError` if a requested client is not installed, so that no option is silently ignored. */
export async function findClients({ clients = [] }: Settings): Promise<void> {
  const [missing] = clients.length === 0 ? [] : await notInstalled(clients);
  if (missing !== undefined) throw new OptionError(`--clients: ${missing}`);
}
