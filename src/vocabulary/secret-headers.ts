import type { Settings } from './settings.ts';

/** Words in the name of a header that carries a credential. */
const NAMES =
  /authori[sz]|authentic|token|secret|passw|credential|signature|session|cookie|api-?key|(?:^|[-_])(?:auth|key|pass|pwd|sig|jwt|bearer)(?:[-_]|$)/i;

/** A value that begins with the name of an authentication scheme. */
const SCHEMES = /^(?:bearer|basic|digest|token|apikey)\s+\S/i;

/** Whether the value of a header is a secret: its name or its form says so, or the user did (`named`, in any case). */
export function isSecretHeader(name: string, value: string, named: readonly string[] = []): boolean {
  const lower = name.toLowerCase();
  return NAMES.test(name) || SCHEMES.test(value) || named.some((known) => known.toLowerCase() === lower);
}

/** The headers of a run whose values are secrets. */
export function secretHeaders({
  extraHeaders,
  secretHeaders: named,
}: Pick<Settings, 'extraHeaders' | 'secretHeaders'>): Settings['extraHeaders'] {
  return extraHeaders.filter(([name, value]) => isSecretHeader(name, value, named));
}

/** The environment variable from which a line to copy takes the value of a secret header: `X-Api-Key` is `X_API_KEY`. */
export function headerVariable(name: string): string {
  const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return /^\d/.test(variable) ? `_${variable}` : variable;
}
