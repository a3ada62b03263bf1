import { expect, test } from 'vitest';
import { keySources } from './key-sources.ts';

test.each([
  ['nothing was given', {}, {}, {}],
  [
    'a file for each',
    { 'api-key-file': ['a'], 'nobalance-key-file': ['b'], 'other-org-key-file': ['c'] },
    {},
    { main: { file: 'a' }, 'empty-wallet': { file: 'b' }, 'other-organization': { file: 'c' } },
  ],
  ['the variables of a configuration', {}, { CHATSPEC_API_KEY: 'MINE' }, { main: { env: 'MINE' } }],
  ['a variable of its own name', {}, { CHATSPEC_API_KEY: 'CHATSPEC_API_KEY' }, {}],
  ['a file, which wins', { 'api-key-file': ['a'] }, { CHATSPEC_API_KEY: 'MINE' }, { main: { file: 'a' } }],
])('%s', (_, given, named, found) => {
  // If npm changed the folder, paths are relative to the root.
  const moved = process.env.npm_lifecycle_event;
  delete process.env.npm_lifecycle_event;
  try {
    expect(keySources(new Map(Object.entries(given)), named)).toEqual(found);
  } finally {
    if (moved !== undefined) process.env.npm_lifecycle_event = moved;
  }
});
