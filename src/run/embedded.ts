import { type Behaviour, faithful } from '../../reference/src/behaviour.ts';
import { type ReferenceService, startService } from '../../reference/src/service/service.ts';
import type { Keys, Settings } from '../vocabulary/settings.ts';

/** The embedded reference service, with the settings and keys to judge it. */
export interface Embedded {
  service: ReferenceService;
  settings: Settings;
  keys: Keys;
}

/**
 * Completions are also served at the path of the other published variant, so that the check of that path applies.
 */
const withAlias = (own: Behaviour): Behaviour => ({
  ...own,
  route: (path, request) => own.route(path.startsWith('/v1/chat/') ? `/api${path}` : path, request),
});

/** Starts the reference service for a run without a base URL. It has every key and model, so every check applies. */
export async function startEmbedded(settings: Settings): Promise<Embedded> {
  const service = await startService({ behaviour: withAlias(faithful()) });
  return {
    service,
    keys: service.keys,
    settings: {
      ...settings,
      baseUrl: service.baseUrl,
      model: settings.model ?? service.models.plain,
      reasoningModel: settings.reasoningModel ?? service.models.reasoning,
    },
  };
}
