import { OptionError } from '../vocabulary/option-error.ts';

/** The checks that a run without usage skips: usage endpoints, accounting, and everything that depends on them. */
const USAGE = [
  'usage',
  'accounting',
  'isolation',
  'billing',
  'path/stats',
  'path/summary',
  'path/export',
  'auth/stats-*',
  'auth/summary-*',
  'auth/export-*',
  'auth/usage-refusal-status',
];

/** Invalid requests: a service that accepts them harms no correct program. */
const LENIENCY = [
  'request/*-wrong-type',
  'request/*-missing',
  'request/*-unknown-value',
  'request/*-above-maximum',
  'request/*-below-minimum',
  'request/unknown-field',
  'request/unparsable-*',
  'request/lenient-*',
  'request/drawn-violations',
  'request/null-optional',
  'request/openai-values',
];

/** The skipped checks of each scope, as values of `--skip`. */
const SCOPES = {
  /** The completion endpoint alone: no usage, accounting, isolation and billing. */
  chat: USAGE,
  /** What client libraries need of it, without leniency. */
  compat: [...USAGE, ...LENIENCY],
} as const satisfies Record<string, readonly string[]>;

/** The selectors that a scope skips; throws `OptionError` for an unknown word. */
export function scopeSkips(scope: string | undefined): readonly string[] {
  if (scope === undefined) return [];
  if (Object.hasOwn(SCOPES, scope)) return SCOPES[scope as keyof typeof SCOPES];
  throw new OptionError(`--scope must be one of ${Object.keys(SCOPES).join(', ')}`);
}
