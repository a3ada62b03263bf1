import type { UsageNames } from '../vocabulary/settings.ts';

/** The service that was judged. */
export interface JudgedService {
  baseUrl: string;
  model?: string;
  reasoningModel?: string;
  /** Additional models that got requests of their own. */
  otherModels?: readonly string[];
  /** The parameter names of the usage endpoints. */
  names?: UsageNames;
  /** Headers that identify the service, or a gateway. */
  headers: [string, string][];
}
