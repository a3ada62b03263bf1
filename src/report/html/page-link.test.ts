import { expect, test } from 'vitest';
import { pageLink } from './plain-page.ts';

test.each([
  ['/w', '/w/day1', './day1/index.html'],
  ['/w/out', '/w/day1', './../day1/index.html'],
  ['/w', '/w/https:/evil.example', './https%3A/evil.example/index.html'],
  ['/w/https:', '/w/https:/javascript:alert(1)', './javascript%3Aalert(1)/index.html'],
  ['/w', '/w/a?b#c d%20\\e', './a%3Fb%23c%20d%2520%5Ce/index.html'],
])('from %s to %s', (from, folder, link) => {
  expect(pageLink(from, folder)).toBe(link);
  // Wherever the page lies, the link stays in its folder.
  const base = 'file:///anywhere/below/it/page.html';
  expect(new URL(link, base).href).toMatch(/^file:\/\/\/anywhere\/below\//);
});
