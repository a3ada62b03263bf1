import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { endLine, exchangeLine, facts, finding, result, runLine } from '../testing/journal.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { VERDICTS } from '../vocabulary/verdict.ts';
import { buildReport } from './build.ts';
import { renderCtrf } from './exports/ctrf.ts';
import { renderHar } from './exports/har.ts';
import { junitOutcome } from './exports/junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from './model.ts';
import { visible } from './text.ts';
import { FOREIGN } from './verdict-map.ts';

const HOSTILE = '</failure>]]><img src=x onerror=alert(1)>\u001b[2J\u202e `x` | **b** \n# h &amp; "q"';

const CATALOGUE = VERDICTS.map((v) => facts(`stream/${v}`, { clauses: v === 'pass' ? ['2.1'] : ['6'] }));
const LINES: RecordLine[] = [
  runLine(CATALOGUE),
  exchangeLine('e1'),
  exchangeLine('e2', { failure: { kind: 'reset', message: 'reset' } }),
  ...VERDICTS.map((v) =>
    result(`stream/${v}`, v, {
      message: HOSTILE,
      findings: v === 'fail' ? [finding({ actual: HOSTILE })] : [],
    }),
  ),
  endLine(2, VERDICTS.length),
];
async function* lines() {
  yield* LINES;
}
const report: Promise<Report> = buildReport(lines, {});

it('each verdict has its word in each format', () => {
  const table = VERDICTS.map((v) => [v, FOREIGN[v].junit, FOREIGN[v].ctrf, FOREIGN[v].attestation ?? '']);
  expect(table).toEqual([
    ['fail', 'failure', 'failed', 'failedTests'],
    ['error', 'error', 'other', ''],
    ['warn', 'skipped', 'other', 'warnedTests'],
    ['inconclusive', 'skipped', 'other', ''],
    ['pass', 'passed', 'passed', 'passedTests'],
    ['observed', 'skipped', 'other', ''],
    ['not-applicable', 'skipped', 'skipped', ''],
    ['skipped', 'skipped', 'skipped', ''],
  ]);
  expect(junitOutcome({ verdict: 'warn', findings: [] }, true)).toBe('failure');
});

it('CTRF: what its published schema asks for', async () => {
  const integer = { type: 'integer' };
  const text = { type: 'string' };
  const only = (required: string[], properties: object) => ({
    type: 'object',
    required,
    properties,
    additionalProperties: false,
  });
  const summary = ['tests', 'passed', 'failed', 'skipped', 'pending', 'other', 'start', 'stop'];
  const schema = only(['reportFormat', 'specVersion', 'results'], {
    reportFormat: { const: 'CTRF' },
    specVersion: { ...text, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    timestamp: { ...text, format: 'date-time' },
    generatedBy: text,
    results: only(['tool', 'summary', 'tests'], {
      tool: only(['name'], { name: { ...text, minLength: 1 }, version: text, extra: { type: 'object' } }),
      summary: only(
        summary,
        Object.fromEntries([...summary, 'suites', 'duration', 'flaky'].map((n) => [n, integer])),
      ),
      tests: {
        type: 'array',
        items: only(['name', 'status', 'duration'], {
          name: { ...text, minLength: 1 },
          status: { enum: ['passed', 'failed', 'skipped', 'pending', 'other'] },
          rawStatus: text,
          duration: integer,
          suite: { type: 'array', minItems: 1, items: text },
          message: text,
          tags: { type: 'array', items: text },
          extra: { type: 'object' },
        }),
      },
      environment: only([], { appName: text, extra: { type: 'object' } }),
    }),
  });
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const ctrf = JSON.parse(renderCtrf(await report)) as { results: { summary: Record<string, number> } };
  expect([ajv.validate(schema, ctrf), ajv.errors]).toEqual([true, null]);
  expect(ctrf.results.summary).toMatchObject({
    tests: 8,
    passed: 1,
    failed: 1,
    skipped: 2,
    pending: 0,
    other: 4,
  });
});

it('Markdown: verdict first, foreign text without mark-up of its own', async () => {
  const markdown = renderMarkdown(await report);
  expect(markdown.split('\n')[0]).toBe('# non-conformant');
  expect(markdown).toContain('expected: status 422; got:');
  expect(markdown).not.toMatch(/<img|^# h|[^\\]\*\*b/m);
  expect(visible(markdown)).toBe(markdown);
});

it('HAR: an entry for each exchange, with what browsers need and what they lack', async () => {
  let text = '';
  for await (const piece of renderHar(await report, lines)) text += piece;
  const { log } = JSON.parse(text) as { log: { version: string; entries: Record<string, never>[] } };
  expect(log.version).toBe('1.2');
  expect(log.entries).toHaveLength(2);
  const [first] = log.entries;
  for (const member of ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings']) {
    expect(first).toHaveProperty(member);
  }
  expect(first).toMatchObject({
    _id: 'e1',
    _reads: [
      [12, 68],
      [30, expect.any(Number)],
    ],
    request: { bodySize: 75 },
  });
});
