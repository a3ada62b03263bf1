import { expect, test } from 'vitest';
import { headlineOf } from './headline.ts';
import type { Report } from './model.ts';

const client = (name: string, outcome: string) => ({
  client: name,
  features: [
    { feature: 'create', outcome: 'works', checks: ['client/create'] },
    { feature: 'stream', outcome, checks: ['client/stream'] },
  ],
});

test('clients that fare alike share a line, and those that work have none', () => {
  const clients = [
    client('openai 6', 'breaks'),
    client('openai 7', 'breaks'),
    client('LangChain', 'limited'),
    client('AI SDK', 'works'),
    { client: 'curl', features: [], note: 'not run' },
  ];
  const report = { checks: [], ledger: [], clients, verdict: 'conformant' } as unknown as Report;
  expect(headlineOf(report, []).clients).toEqual([
    'openai 6, openai 7  breaks: stream (client/stream)',
    'LangChain  works with limits: stream',
    'curl  not run',
  ]);
});
