import { expect, test } from 'vitest';
import { validate } from '../contract/schemas.ts';
import { longStreamRow } from './basics.ts';
import { requestConstraints } from './constraints.ts';
import { probeId } from './probes.ts';
import { streamedBreaches } from './streamed-breaches.ts';

const row = longStreamRow('m');
const breaches = streamedBreaches(row);

test('each constraint of a member is broken in a stream, and beside it nothing is', () => {
  const members = requestConstraints().filter(({ path }) => path.length === 1 && path[0] !== 'stream');
  const tried = breaches.map(({ bad }) => bad.constraint);
  for (const constraint of members) expect(tried).toContain(probeId(constraint));
  expect(new Set(breaches.map(({ name }) => name)).size).toBe(breaches.length);
  for (const { streamed, name } of breaches.filter((one) => one.name !== 'cut')) {
    expect(validate('completion-request', JSON.parse(streamed)), name).toHaveLength(1);
  }
});

test('values are broken that are nested in each member that has any', () => {
  const nested = breaches.flatMap(
    ({ bad }) => bad.constraint.match(/^request\/(\w+(?:-\w+)*?)-(?:item|function|type)-/)?.[1] ?? [],
  );
  expect(new Set(nested)).toEqual(
    new Set(['messages', 'tools', 'tool-choice', 'response-format', 'stop', 'logit-bias']),
  );
});

test('differs from its twin in the stream alone, and asks for one token where no limit is broken', () => {
  for (const { streamed, plain, name } of breaches.filter((one) => one.name !== 'cut')) {
    expect(JSON.parse(plain)).toEqual({ ...JSON.parse(streamed), stream: false });
    const { max_tokens: limit } = JSON.parse(streamed);
    if (!name.startsWith('max-')) expect(limit, name).toBe(1);
  }
});

test('names the optional member that is broken, which a service may refuse in streams', () => {
  const members = new Map(breaches.map(({ name, member }) => [name, member]));
  expect(members.get('temperature-above-maximum')).toBe('temperature');
  for (const name of ['model-missing', 'messages-wrong-type', 'unknown-field', 'cut'])
    expect(members.get(name), name).toBeUndefined();
});
