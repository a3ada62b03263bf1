import { unmadeKeys } from '../http/secrets/made-keys.ts';
import type { RunOptions } from '../options/run-options.ts';
import type { Check } from '../vocabulary/check.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import type { CatalogueEntry, RunLine } from '../vocabulary/record.ts';
import { isSecretHeader } from '../vocabulary/secret-headers.ts';
import type { Keys } from '../vocabulary/settings.ts';
import { checksDigest } from './digest.ts';
import { DEPENDENCIES, SPEC, SUITE_NAME, SUITE_VERSION, suiteCommit } from './suite.ts';

/** The available keys by name. */
export function credentialsOf(keys: Keys): Credential[] {
  return [
    'main',
    ...(keys.emptyWallet === undefined ? [] : (['empty-wallet'] as const)),
    ...(keys.otherOrganization === undefined ? [] : (['other-organization'] as const)),
  ];
}

/** The descriptions of all checks in a record. */
export function catalogueOf(all: readonly Check[]): CatalogueEntry[] {
  return all.map(({ id, title, clauses, level, harm, restsOn, adaptsTo, profile, client }) => ({
    id,
    title,
    clauses,
    level,
    ...(harm && { harm }),
    ...(restsOn && { restsOn }),
    ...(adaptsTo && { adaptsTo }),
    ...(profile && { profile }),
    ...(client && { client }),
  }));
}

/** The first line of a journal. The values of secret headers are omitted. */
export function runLine(
  options: RunOptions,
  keys: Keys,
  all: readonly Check[],
  selected: readonly Check[],
  startedAt: number,
): RunLine {
  const { settings } = options;
  const commit = suiteCommit();
  return {
    type: 'run',
    format: 1,
    suite: {
      name: SUITE_NAME,
      version: SUITE_VERSION,
      checksDigest: checksDigest(),
      ...(commit ? { commit } : {}),
    },
    spec: SPEC,
    settings: {
      ...settings,
      extraHeaders: settings.extraHeaders.map(([name, value]) => {
        const isSecret = isSecretHeader(name, value, settings.secretHeaders);
        return [name, isSecret ? '(secret)' : value] as const;
      }),
    },
    credentials: credentialsOf(keys),
    unmadeKeys: unmadeKeys(keys.main),
    selection: { only: [...options.only], skip: [...options.skip], selected: selected.map((c) => c.id) },
    catalogue: catalogueOf(all),
    ...(options.repeat !== undefined && { repeat: options.repeat }),
    strictness: {
      require: [...options.require],
      failOnWarn: options.failOnWarn,
      ...(options.strictKnown ? { strictKnown: true } : {}),
    },
    ...(options.known.length > 0 ? { known: [...options.known] } : {}),
    environment: {
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      dependencies: DEPENDENCIES,
    },
    startedAt,
  };
}
