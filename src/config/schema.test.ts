import { describe, expect, it } from 'vitest';
import { OPTIONS } from '../options/definition.ts';
import type { ChatspecConfig, TargetConfig } from './define.ts';
import { KEY_MEMBERS, memberOf } from './members.ts';
import { configSchema } from './schema.ts';

/** Every member of the type; one that is missing or too many does not compile. */
const TYPED: Record<keyof Required<TargetConfig>, true> = {
  baseUrl: true,
  apiPath: true,
  apiKey: true,
  nobalanceKey: true,
  otherOrgKey: true,
  header: true,
  secretHeader: true,
  model: true,
  reasoningModel: true,
  exclusive: true,
  profile: true,
  scope: true,
  maxReceived: true,
  maxDuration: true,
  only: true,
  skip: true,
  clients: true,
  seed: true,
  require: true,
  failOn: true,
  known: true,
  strictKnown: true,
  timeout: true,
  settle: true,
  settleDeadline: true,
  concurrency: true,
  rps: true,
  maxRequests: true,
  maxBilled: true,
  maxTokens: true,
  maxUsd: true,
  prices: true,
  ca: true,
  target: true,
  saveTarget: true,
  usageRange: true,
  out: true,
  keepIdentities: true,
  signKey: true,
  operator: true,
  purpose: true,
  validUntil: true,
  timestamp: true,
  quiet: true,
  verbose: true,
  trace: true,
};

describe('the schema of a configuration', () => {
  const schema = configSchema();
  const members = Object.keys(schema.properties ?? {});

  it('is the published one', async () => {
    await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(
      '../../schemas/config.schema.json',
    );
  });

  it('has a place for every option', () => {
    const ofFiles = OPTIONS.filter(
      ({ name }) => !['help', 'version', 'list', 'config', 'no-config', 'at', 'shard'].includes(name),
    ).map(({ name }) => KEY_MEMBERS.find((key) => key.option === name)?.member ?? memberOf(name));
    expect([...ofFiles].sort()).toEqual(members.filter((m) => m !== '$schema' && m !== 'targets').sort());
  });

  it('has the members of the type, and no other', () => {
    const own: (keyof ChatspecConfig)[] = [...(Object.keys(TYPED) as (keyof TargetConfig)[]), 'targets'];
    expect(members.filter((m) => m !== '$schema').sort()).toEqual([...own].sort());
  });
});
