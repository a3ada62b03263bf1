import schema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { sarifToMarkdown } from '@security-alert/sarif-to-markdown';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { endLine, exchangeLine, facts, finding, result, runLine } from '../../testing/journal.ts';
import { VERDICTS } from '../../vocabulary/verdict.ts';
import { buildReport } from '../build.ts';
import { githubAnnotations } from '../github.ts';
import { visible } from '../text.ts';
import { renderSarif } from './sarif.ts';

const HOSTILE = '%0A::stop-commands::x\n::error::y <img src=x> [Fix](https://evil.test) \u001b[2J\u202e';
const CATALOGUE = [
  ...VERDICTS.map((v) => facts(`stream/${v}`)),
  facts('auth/no-key', { harm: 'doors', clauses: ['7.1'] }),
  facts('request/n', { harm: 'leniency', clauses: ['7.3'] }),
];

async function* lines() {
  yield runLine(CATALOGUE);
  yield exchangeLine('e1');
  for (const v of VERDICTS) {
    const findings =
      v === 'fail' || v === 'warn'
        ? [finding({ actual: HOSTILE, ...(v === 'warn' && { as: 'warn' as const }) })]
        : [];
    yield result(`stream/${v}`, v, { message: HOSTILE, findings });
  }
  for (const id of ['auth/no-key', 'request/n']) yield result(id, 'fail', { findings: [finding()] });
  yield endLine(1, CATALOGUE.length);
}
const report = buildReport(lines, {});

interface Log {
  runs: {
    tool: { driver: { rules: { id: string; fullDescription: { text: string } }[] } };
    results: { ruleId: string; level: string; kind: string }[];
  }[];
}

it('fits the schema of SARIF 2.1.0', async () => {
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  // It is of draft 4, whose name for itself is all that differs in it.
  const { id: _, $schema: __, ...rules } = schema;
  const fits = ajv.compile(rules);
  expect([fits(JSON.parse(renderSarif(await report))), fits.errors]).toEqual([true, null]);
  expect(fits({ version: '2.1.0', runs: [{ results: 1 }] })).toBe(false);
});

it('the verdict is the level, and the sentences of the contract are the rule', async () => {
  const [run] = (JSON.parse(renderSarif(await report)) as Log).runs;
  const levels = Object.fromEntries(run!.results.map((r) => [r.ruleId, `${r.kind} ${r.level}`]));
  expect(levels).toEqual({
    'auth/no-key': 'fail error',
    'request/n': 'fail error',
    'stream/fail': 'fail error',
    'stream/warn': 'fail warning',
    'stream/inconclusive': 'open none',
    'stream/observed': 'fail note',
  });
  const rules = run!.tool.driver.rules;
  expect(run!.results.every((r) => rules.some(({ id }) => id === r.ruleId))).toBe(true);
});

it('no text is read as a link', async () => {
  const all = renderSarif(await report)
    .match(/"text": ".*"/g)!
    .map((text) => JSON.parse(`{${text}}`).text);
  expect(all.filter((text) => text.includes('Fix'))).not.toEqual([]);
  for (const text of all) expect(text.replace(/\\[\\[\]]/g, '')).not.toMatch(/[\\[\]]/);
});

it('opens in a reader that others wrote', async () => {
  const log = JSON.parse(renderSarif(await report));
  const [read] = sarifToMarkdown({ owner: 'o', repo: 'r', branch: 'b', sourceRoot: '' })(log);
  expect(read?.hasMessages).toBe(true);
  for (const id of ['auth/no-key', 'stream/fail']) expect(read?.body).toContain(id);
});

it('annotations are one line each, and say no command that is not theirs', async () => {
  const text = githubAnnotations(await report);
  const all = text.trimEnd().split('\n');
  expect(all.map((line) => /^::(error|warning|notice) title=[^,:]+::/.exec(line)?.[1])).toEqual([
    'error',
    'error',
    'error',
    'error',
    'warning',
    'notice',
  ]);
  expect(all.every((line) => !line.slice(2).includes('\r') && visible(line) === line)).toBe(true);
  // A percent sign of the service is one, and no escape.
  expect(text).toContain('%250A::stop-commands::x\\n::error::y');
});
