import { expect, test } from 'vitest';
import { clientLines } from './headline.ts';
import type { Report } from './model.ts';

const REMEDY = 'the contract itself forbids stream_options: set streamUsage to false';
const client = (name: string, outcome: string, checks = ['client/stream'], why?: string) => ({
  client: name,
  features: [
    { feature: 'create', outcome: 'works', checks: ['client/create'] },
    { feature: 'stream', outcome, checks, why },
  ],
});
const report = {
  checks: [{ id: 'client/stream', verdict: 'fail' }],
  clients: [
    client('openai 6', 'breaks', undefined, 'told with the finding'),
    client('openai 7', 'breaks', undefined, 'told with the finding'),
    client('LangChain', 'breaks', ['client/langchain-stream'], REMEDY),
    client('Python', 'limited'),
    client('AI SDK', 'works'),
    { client: 'curl', features: [], note: 'not run' },
  ],
} as unknown as Report;

test('clients that fare alike share a line, those that work have none, and a remedy stands beside what breaks', () => {
  const breaks = [
    'openai 6, openai 7  breaks: stream (client/stream)',
    `LangChain  breaks: stream (client/langchain-stream): ${REMEDY}`,
  ];
  expect(clientLines(report, ['breaks'])).toEqual(breaks);
  expect(clientLines(report, ['breaks', 'limited'])).toEqual([
    ...breaks,
    'Python  works with limits: stream',
    'curl  not run',
  ]);
});
