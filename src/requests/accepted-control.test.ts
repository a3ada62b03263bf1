import { describe, expect, test } from 'vitest';
import { validate } from '../contract/schemas.ts';
import { exchange } from '../testing/exchange.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { acceptedControl, acceptedProbes } from './accepted-control.ts';
import { plainRow } from './basics.ts';
import { nameOf, requestConstraints } from './constraints.ts';
import { corpus } from './corpus.ts';

const constraintOf = (name: string) => requestConstraints().find((c) => nameOf(c) === name)!;

/** A service that refuses what a predicate says, and takes the rest. */
function serving(refuses: (body: Record<string, unknown>) => boolean) {
  const send = async ({ body }: RequestSpec) =>
    exchange({ status: refuses(JSON.parse(String(body))) ? 422 : 200, body: {} });
  const context: Partial<CheckContext> = {
    model: 'm',
    reasoningModel: undefined,
    settings: { profile: 'standard', seed: 1 } as CheckContext['settings'],
    planned: corpus({ profile: 'standard', seed: 1, model: 'm', reasoningModel: undefined }),
    selected: () => true,
    round: 1,
    send,
    // What is refused before a valid request on its connection.
    sendOnce: async () => exchange({ status: 422, body: {} }),
    shared: (_, make) => make(context as CheckContext),
  };
  return context as CheckContext;
}

const text = (body: unknown) => JSON.stringify(body);
const CALL_ID = constraintOf('/messages/*/tool_call_id type');

describe('where a constraint is broken', () => {
  test('is the usual request when that is accepted', async () => {
    const { control } = await acceptedProbes(
      serving(() => false),
      CALL_ID,
    );
    expect(control.id).toBe('history');
  });

  test.each<[string, (body: Record<string, unknown>) => boolean]>([
    ['the type of a call is refused', ({ messages }) => text(messages).includes('"type":"function"')],
    ['tools are refused', ({ tools }) => tools !== undefined],
    ['tool_choice is refused', ({ tool_choice }) => tool_choice !== undefined],
  ])('is another one when %s', async (_, refuses) => {
    const { control, probes } = await acceptedProbes(serving(refuses), CALL_ID);
    expect(refuses(control.body)).toBe(false);
    expect(probes.length).toBeGreaterThan(0);
    for (const { body } of probes) expect(validate('completion-request', body)).toHaveLength(1);
  });

  test.each<[string, (message: Record<string, unknown>) => boolean]>([
    ['turns without content are refused', ({ content }) => content === undefined],
    ['results of tools are refused', ({ role }) => role === 'tool'],
  ])('is the conversation in another way when %s', async (_, refuses) => {
    const refusesBody = ({ messages }: Record<string, unknown>) =>
      (messages as Record<string, unknown>[]).some(refuses);
    const { control, probes } = await acceptedProbes(
      serving(refusesBody),
      constraintOf('/messages/*/tool_calls/*/id type'),
    );
    expect(refusesBody(control.body)).toBe(false);
    expect(probes.length).toBeGreaterThan(0);
  });

  test('is one with the least that it needs, when what every request of the run has is refused', async () => {
    const spelled = ({ tools }: Record<string, unknown>) => text(tools ?? '').includes('"parameters"');
    const name = await acceptedProbes(serving(spelled), constraintOf('/tools/*/function/name type'));
    for (const tool of name.control.body.tools as object[])
      expect(tool).toEqual({ function: { name: expect.any(String) } });
    expect(name.probes.length).toBeGreaterThan(0);
    const type = await acceptedProbes(serving(spelled), constraintOf('/tools/*/function type'));
    expect(type.control.id).toBe(name.control.id);
    await expect(
      acceptedProbes(serving(spelled), constraintOf('/tools/*/function/parameters type')),
    ).rejects.toThrow(Inconclusive);
  });

  test('is in what is accepted elsewhere, however many of those are refused', async () => {
    const several = ({ messages }: Record<string, unknown>) => (messages as unknown[]).length > 1;
    const planned = corpus({ profile: 'standard', seed: 1, model: 'm', reasoningModel: 'r' });
    const reasons = { ...serving(several), reasoningModel: 'r', planned };
    const { probes } = await acceptedProbes(reasons, constraintOf('/messages/*/role required'));
    expect(Object.keys(probes)).toHaveLength(probes.length);
    expect(probes.some(({ body }) => body.model === 'r')).toBe(true);
    expect(probes.some(({ body }) => several(body))).toBe(false);
  });

  test('is nowhere when all of them are refused', async () => {
    const everything = serving(() => true);
    await expect(acceptedProbes(everything, CALL_ID)).rejects.toThrow(Inconclusive);
  });
});

describe('what wrong bodies are made of', () => {
  const isPlain = (body: Record<string, unknown>) => text(body) === text(plainRow('m').body);

  test('is the plainest request when that is accepted', async () =>
    expect((await acceptedControl(serving(() => false))).id).toBe('plain'));

  test('is a short one that is accepted when the plainest is refused', async () => {
    const row = await acceptedControl(serving(isPlain));
    expect(isPlain(row.body)).toBe(false);
    expect(row.body.stream).toBeUndefined();
    expect(row.choices).toBe(1);
  });

  test('is nothing when all are refused', async () => {
    const everything = serving(() => true);
    await expect(acceptedControl(everything)).rejects.toMatchObject({ blockedBy: 'request/accepts-plain' });
  });
});
