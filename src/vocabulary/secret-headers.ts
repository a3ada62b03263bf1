import type { Settings } from './settings.ts';

/** Words in names of credential headers. */
const NAMES =
  /authori[sz]|authentic|token|secret|passw|credential|signature|session|cookie|api-?key|(?:^|[-_])(?:auth|key|pass|pwd|sig|jwt|bearer)(?:[-_]|$)/i;

/** A value that begins with the name of an authentication scheme. */
const SCHEMES = /^(?:bearer|basic|digest|token|apikey)\s+\S/i;

/**
 * Whether the value of a header is secret: by its name or its form, or because the user declared it (`named`, in
 * any case).
 */
export function isSecretHeader(name: string, value: string, named: readonly string[] = []): boolean {
  const lower = name.toLowerCase();
  return NAMES.test(name) || SCHEMES.test(value) || named.some((known) => known.toLowerCase() === lower);
}

/** The headers of a run with secret values. */
export function secretHeaders({
  extraHeaders,
  secretHeaders: named,
}: Pick<Settings, 'extraHeaders' | 'secretHeaders'>): Settings['extraHeaders'] {
  return extraHeaders.filter(([name, value]) => isSecretHeader(name, value, named));
}

/**
 * The environment variable with the value of a secret header, for commands to copy: `X-Api-Key` is
 * `CHATSPEC_X_API_KEY`. A foreign record can name no variable but those of chatspec.
 */
export function headerVariable(name: string): string {
  return `CHATSPEC_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}
