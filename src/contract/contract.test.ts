import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SPEC } from '../run/suite.ts';
import { LEDGER } from './ledger.ts';

const TEXT = readFileSync(new URL('contract.md', import.meta.url), 'utf8');

/**
 * Every sentence of a Markdown text with the section that it stands in, and every row of a table as the line that it is. The
 * item of a numbered list is a rule of its section: `7.3`. Headings and lines that only introduce what follows are none.
 */
function sentencesOf(text: string): string[] {
  let section = '0';
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const [, heading] = /^#+ (\d+(?:\.\d+)?)\.? /.exec(line) ?? [];
    section = heading ?? section;
    // The line below the head of a table makes the line above it no row.
    if (/^\|[-|]+\|$/.test(line)) found.pop();
    else if (line.startsWith('|')) found.push(`${section} ${line}`);
    else if (line !== '' && !line.startsWith('#') && !line.endsWith(':')) {
      const [mark = '', rule] = /^(?:- |(\d+)\. )/.exec(line) ?? [];
      const clause = rule === undefined ? section : `${section}.${rule}`;
      for (const sentence of line.slice(mark.length).split(/(?<=\.) (?=[A-Z])/))
        found.push(`${clause} ${sentence}`);
    }
  }
  return found;
}

test('each sentence of the contract is one row of the ledger, word for word, and no row but ours is anything else', () => {
  const rows = LEDGER.filter((row) => !row.ours).map((row) => `${row.clause} ${row.sentence}`);
  expect(rows.toSorted()).toEqual(sentencesOf(TEXT).toSorted());
  expect(new Set(rows).size).toBe(rows.length);
});

test('the text is the contract that reports name', () => {
  expect(createHash('sha256').update(TEXT).digest('hex')).toBe(SPEC.digest);
  expect(TEXT.split('\n')[0]).toBe(`# ${SPEC.title}`);
});

test('what the contract says that it does not show binds nobody', () => {
  const shown = LEDGER.filter((row) => !row.ours && /\bnot( also)? shown\b|are not given/.test(row.sentence));
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((row) => row.level !== 'open')).toEqual([]);
});

test('sentences of ours are none of the contract', () => {
  const own = LEDGER.filter((row) => row.ours);
  expect(own.filter((row) => TEXT.includes(row.sentence))).toEqual([]);
  expect(own.map((row) => row.sentence)).not.toContain('A bias moves the likelihood of its token.');
});
