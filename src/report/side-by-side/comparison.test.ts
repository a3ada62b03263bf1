import { expect, it } from 'vitest';
import { endLine, facts, finding, result, runLine } from '../../testing/journal.ts';
import type { RunLine } from '../../vocabulary/record.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { buildReport } from '../build.ts';
import type { Report } from '../model.ts';
import { createPalette } from '../palette.ts';
import {
  compared as comparedColumns,
  comparisonMarkdown,
  comparisonPage,
  comparisonText,
} from './comparison.ts';

const HOSTILE = '<b>|evil\u001b[2J';

/** A run whose checks ended so, with these parts of its first line. */
async function run(verdicts: Record<string, Verdict>, parts: Partial<RunLine> = {}) {
  const ids = Object.keys(verdicts);
  async function* lines() {
    yield runLine(
      ids.map((id) => facts(`stream/${id}`)),
      parts,
    );
    for (const id of ids) {
      const findings = verdicts[id] === 'fail' ? [finding()] : [];
      yield result(`stream/${id}`, verdicts[id]!, { findings, message: HOSTILE });
    }
    yield endLine(0, ids.length);
  }
  return buildReport(lines, {});
}

const compared = (before: Report, after: Report) =>
  comparedColumns(
    { name: 'before', report: before, page: './then/index.html' },
    { name: 'after', report: after, page: './now/index.html' },
  );
const plain = createPalette(false);
const before = { a: 'pass', b: 'pass', c: 'pass', d: 'fail' } as const;
const after = { a: 'warn', b: 'fail', c: 'inconclusive', d: 'pass' } as const;

it('both runs stand above, then what got worse, then the rest', async () => {
  const text = comparisonText(compared(await run(before), await run(after)), plain);
  const order = [
    'before',
    'profile, seed',
    'New failures:',
    'Now inconclusive:',
    'New warnings:',
    'Fixed:',
    '1 new failure, 1 new warning, 1 now inconclusive, 1 fixed',
  ];
  const places = order.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).toContain('stream/b: pass → fail\n    <b>|evil\\u{1b}[2J');
  expect(text).not.toContain('Other changes');
});

it.each([
  ['another contract', { spec: { title: 'x', digest: 'other' } }, 'These two runs cannot be compared'],
  ['another profile', { settings: { ...runLine([]).settings, profile: 'smoke' } }, 'The profiles differ'],
  [
    'another service',
    { settings: { ...runLine([]).settings, baseUrl: 'http://other.test' } },
    'The services differ',
  ],
  ['other keys', { credentials: ['main', 'empty-wallet'] }, 'The keys differ'],
] as [string, Partial<RunLine>, string][])('%s is told plainly', async (_, parts, words) => {
  const both = compared(await run(before), await run(before, parts));
  expect(comparisonText(both, plain)).toContain(words);
  expect(comparisonMarkdown(both)).toContain(words);
  expect(comparisonPage(both)).toContain(words);
});

it('runs that asked nothing in common cannot be compared', async () => {
  const text = comparisonText(compared(await run({ a: 'pass' }), await run({ b: 'pass' })), plain);
  expect(text).toContain('cannot be compared: they have no check in common');
});

it('as Markdown and as a page foreign text is text', async () => {
  const both = compared(await run(before), await run(after));
  const markdown = comparisonMarkdown(both);
  expect(markdown).toContain('## New failures\n\n- `stream/b`: pass → fail: &lt;b\\>\\|evil');
  const page = comparisonPage(both);
  expect(page).toContain('&lt;b&gt;|evil');
  expect(page).toContain('<a href="./now/index.html#stream/b">');
  expect(page).not.toContain('<b>|');
});

it('a long text of a report is shortened in every form', async () => {
  const [then, now] = [await run({ a: 'observed' }), await run({ a: 'observed' })];
  const long = 'x'.repeat(100_000);
  for (const report of [then, now]) {
    const observed = [{ key: long, value: report === now ? long : 'y', exchanges: [], check: 'stream/a' }];
    Object.assign(report, { summary: long, target: { baseUrl: long, model: long }, observed });
  }
  const both = compared(then, now);
  expect(both.found.observations).toHaveLength(1);
  for (const form of [comparisonText(both, plain), comparisonMarkdown(both), comparisonPage(both)])
    expect(form.includes('x'.repeat(1000))).toBe(false);
});
