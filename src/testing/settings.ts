import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';

/** Settings for a test: the defaults, with limits that a test can wait for. */
export function testSettings(baseUrl: string, more: Partial<Settings> = {}): Settings {
  return {
    ...DEFAULTS,
    seed: 1,
    baseUrl,
    timeouts: { connectMs: 1_000, headersMs: 300, silenceMs: 300, totalMs: 1_000 },
    maxBody: 4 * 1024 * 1024,
    ...more,
  };
}
