import { expect, test } from 'vitest';
import { validate } from '../contract/schemas.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import { typedChoice } from './ask.ts';
import { nameOf, requestConstraints } from './constraints.ts';
import { corpus } from './corpus.ts';
import { probesOf } from './probes.ts';
import { variations } from './varied-carriers.ts';

const settings = { profile: 'standard', seed: 1 } as CheckContext['settings'];
const variedIn = (name: string, reasoningModel?: string, selected = (_: string) => true) => {
  const constraint = requestConstraints().find((c) => nameOf(c) === name)!;
  const planned = corpus({ profile: 'standard', seed: 1, model: 'm', reasoningModel });
  const context = { settings, model: 'm', reasoningModel, planned, selected };
  return variations(context, constraint, probesOf(constraint, 'm'));
};

/** The role of one of several messages. */
const roleOf = (messages: unknown, at: number) => {
  const several = messages as Record<string, unknown>[];
  return several.length > 1 ? several.at(at)!.role : 'user';
};

const isBroken = (messages: unknown, role: string) =>
  (messages as Record<string, unknown>[]).some(
    (m) => m.role === role && m.content !== undefined && typeof m.content !== 'string',
  );

test.each<[string, (body: Record<string, unknown>) => boolean]>([
  ['/temperature maximum', ({ model }) => model === 'r'],
  ['/n minimum', ({ model }) => model === 'r'],
  ['/n type', ({ model }) => model === 'r'],
  ['/messages/*/role enum', ({ messages }) => (messages as unknown[]).length > 1],
  ['/messages/*/role enum', ({ messages }) => roleOf(messages, 0) !== 'user'],
  ['/messages/*/role enum', ({ messages }) => !['user', 'assistant'].includes(String(roleOf(messages, 1)))],
  ['/messages/*/role required', ({ messages }) => roleOf(messages, 0) === undefined],
  ['/messages/*/role required', ({ messages }) => roleOf(messages, -1) === undefined],
  ['/messages/*/content type', ({ model }) => model === 'r'],
  ['/messages/*/content type', ({ messages }) => isBroken(messages, 'assistant')],
  ['/messages/*/content type', ({ messages }) => isBroken(messages, 'system')],
  ['/messages/*/tool_calls/*/id type', ({ messages }) => JSON.stringify(messages).includes('tool_calls')],
])('%s is broken elsewhere too', (name, there) => {
  const found = variedIn(name, 'r');
  expect(found.some(({ probe }) => there(probe.body))).toBe(true);
  for (const { probe, replaces } of found) {
    expect(replaces).toBeGreaterThan(0);
    expect(validate('completion-request', probe.body)).toHaveLength(1);
  }
});

test('what services switch off for a model that reasons may be refused there in any way', () => {
  const refusable = (name: string) => variedIn(name, 'r').map(({ probe }) => probe.mayBeRefused === true);
  expect(refusable('/temperature maximum')).toEqual([true]);
  expect(refusable('/temperature minimum')).toEqual([]);
  expect(refusable('/n minimum')).toEqual([false]);
});

test('no request is paid for in a part of a run that only shows where else a breach passes', () => {
  const rows = variedIn('/messages/*/content type', 'r', () => false).map(({ row }) => row.body);
  expect(rows).toEqual([]);
});

test('a model that was not named is not asked', () => {
  expect(variedIn('/n type').every(({ row }) => row.body.model === 'm')).toBe(true);
});

test('a request that has to be as it is stays so', () => {
  expect(variedIn('/model type', 'r')).toEqual([]);
  expect(variedIn('/model required', 'r')).toEqual([]);
});

test('the type of a choice is written out where it is left out', () => {
  const named = { function: { name: 'f' } };
  expect(typedChoice({ tool_choice: named })).toEqual({ tool_choice: { type: 'function', ...named } });
  expect(typedChoice({ tool_choice: { type: 'function', ...named } })).toBeUndefined();
  expect(typedChoice({ tool_choice: 'auto' })).toBeUndefined();
});
