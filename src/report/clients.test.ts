import { describe, expect, it } from 'vitest';
import type { Verdict } from '../vocabulary/verdict.ts';
import { clientsOf } from './clients.ts';
import type { ReportFinding, ReportObservation } from './model.ts';

const finding = (parts: Partial<ReportFinding> = {}): ReportFinding => ({
  severity: 'fail',
  clause: '1',
  expected: 'a completion',
  actual: 'openai 6: TypeError; openai 7: TypeError',
  place: 'body',
  exchanges: ['e1'],
  harm: 'clients',
  ...parts,
});
const check = (id: string, verdict: Verdict, findings: ReportFinding[] = []) => ({
  id: id as 'client/create',
  verdict,
  message: '',
  findings,
});
const observed = (key: string, value: string): ReportObservation => ({
  check: 'request/open-client-fields',
  key,
  value,
  exchanges: ['e1'],
});

function outcomeOf(
  client: string,
  feature: string,
  checks: Parameters<typeof clientsOf>[0],
  seen: ReportObservation[] = [],
) {
  const row = clientsOf(checks, seen).find((c) => c.client === client);
  return row?.features.find((f) => f.feature === feature);
}

const HELD = check('client/create', 'pass');
const STREAMED = check('client/stream', 'pass');

describe('a feature of a client', () => {
  it.each<[string, string, string, ReturnType<typeof check>[], ReportObservation[], string]>([
    ['works when its check holds', 'openai 7 (Node)', 'create', [HELD], [], 'works'],
    ['is unknown when nobody asked', 'openai 7 (Node)', 'create', [], [], 'unknown'],
    [
      'breaks when its check fails',
      'openai 7 (Node)',
      'create',
      [check('client/create', 'fail', [finding()])],
      [],
      'breaks',
    ],
    [
      'works when another major alone breaks',
      'openai 7 (Node)',
      'create',
      [check('client/create', 'warn', [finding({ severity: 'warn', actual: 'openai 6: TypeError' })])],
      [],
      'works',
    ],
    [
      'breaks for the major that breaks',
      'openai 6 (Node)',
      'create',
      [check('client/create', 'warn', [finding({ severity: 'warn', actual: 'openai 6: TypeError' })])],
      [],
      'breaks',
    ],
    [
      'is limited where the client reads whole what a judge calls broken',
      'openai 7 (Node)',
      'stream',
      [STREAMED, check('stream/content-type', 'fail', [finding({ actual: 'text/plain' })])],
      [],
      'limited',
    ],
    [
      'breaks where no client can parse the head',
      'openai 7 (Node)',
      'stream',
      [check('stream/body-ends', 'fail', [finding({ actual: 'two lengths', place: 'head' })])],
      [],
      'breaks',
    ],
    [
      'is limited where one optional member is refused',
      'openai 7 (Node)',
      'create',
      [HELD, check('request/accepts-seed', 'fail', [finding({ actual: 'status 500 for seed' })])],
      [],
      'limited',
    ],
    [
      'is not broken for those who do not send it',
      'openai 7 (Node)',
      'stream',
      [STREAMED],
      [observed('stream-options', '422')],
      'works',
    ],
    [
      'is limited where mistakes are answered with server errors',
      'openai 7 (Node)',
      'errors',
      [
        check('client/error-classes', 'pass'),
        check('request/n-wrong-type', 'fail', [finding({ breach: 'server-error', actual: 'status 500' })]),
      ],
      [],
      'limited',
    ],
  ])('%s', (_name, client, feature, checks, seen, outcome) => {
    expect(outcomeOf(client, feature, checks, seen)?.outcome).toBe(outcome);
  });

  it.each([
    ['LangChain', 'not run; the contract itself forbids stream_options, which LangChain sends'],
    ['AI SDK', 'not run; the contract itself forbids stream_options, which the AI SDK sends'],
  ])('%s has no feature that works or breaks where it was not run', (client, note) => {
    const rows = clientsOf([HELD, STREAMED], [observed('stream-options', '422')]);
    expect(rows.find((row) => row.client === client)).toEqual({ client, basis: 'known', note, features: [] });
  });

  it('of a client that was run rests on its own checks, and names its version', () => {
    const version = 'LangChain (@langchain/openai 1.6.0)';
    const ran = { ...observed('client-langchain', version), check: 'client/langchain-create' };
    const broken = check('client/langchain-tools', 'warn', [
      finding({ severity: 'warn', actual: `${version}: status 422` }),
    ]);
    const seen = [ran, observed('client-langchain-stream-options', 'refused')];
    const checks = [HELD, STREAMED, broken, check('client/langchain-stream', 'pass')];
    expect(outcomeOf(version, 'tool loop', checks, seen)).toMatchObject({
      outcome: 'breaks',
      checks: [broken.id],
    });
    expect(outcomeOf(version, 'stream', checks, seen)?.why).toMatch(/set streamUsage to false$/);
    expect(outcomeOf(version, 'create', checks, seen)?.outcome).toBe('unknown');
    expect(outcomeOf('openai 7 (Node)', 'tool loop', checks, seen)?.outcome).toBe('unknown');
    expect(clientsOf(checks, seen).map((c) => c.basis)).toEqual(['run', 'run', 'run', 'known']);
  });
});
