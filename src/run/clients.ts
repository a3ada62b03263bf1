import { notInstalled } from '../client/other/index.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { Settings } from '../vocabulary/settings.ts';

/** Rejects with `OptionError` when a client was asked for that is not installed: an option is never left out in silence. */
export async function findClients({ clients = [] }: Settings): Promise<void> {
  const [missing] = clients.length === 0 ? [] : await notInstalled(clients);
  if (missing !== undefined) throw new OptionError(`--clients: ${missing}`);
}
