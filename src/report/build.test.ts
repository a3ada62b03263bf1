import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import reportSchema from '#schemas/report.schema.json' with { type: 'json' };
import { endLine, exchangeLine, facts, finding, result, runLine } from '../testing/journal.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { buildReport } from './build.ts';
import { canonicalJson, sha256 } from './hash.ts';
import { asReport } from './validate.ts';

const CATALOGUE = [facts('stream/framing'), facts('request/n-below-minimum', { clauses: ['2.1', '8'] })];

function report(lines: readonly RecordLine[]) {
  async function* all() {
    yield* lines;
  }
  return buildReport(all, {});
}

describe('the verdict of a run follows from its record', () => {
  const pass = result('stream/framing', 'pass');
  const fail = result('request/n-below-minimum', 'fail', { findings: [finding()] });
  const held = result('request/n-below-minimum', 'pass');
  const run = runLine(CATALOGUE);
  const cases: [string, RecordLine[], string, string][] = [
    ['all held', [run, pass, held, endLine(1, 2)], 'conformant', '2 passed, 0 failed of 2'],
    ['one failed', [run, pass, fail, endLine(1, 2)], 'non-conformant', '1 passed, 1 failed of 2'],
    ['no end line', [run, pass, held], 'inconclusive', '2 passed, 0 failed of 2'],
    ['no end line, but a failure', [run, fail], 'non-conformant', '0 passed, 1 failed, 1 inconclusive of 2'],
    [
      'interrupted',
      [run, pass, { ...endLine(1, 1), interrupted: 'SIGINT' } as RecordLine],
      'inconclusive',
      '1 passed, 0 failed, 1 inconclusive of 2',
    ],
    [
      'not selected',
      [
        runLine(CATALOGUE, { selection: { only: ['stream/*'], skip: [], selected: ['stream/framing'] } }),
        pass,
        endLine(1, 1),
      ],
      'conformant',
      '1 passed, 0 failed, 1 skipped of 2',
    ],
    [
      'a required area is absent',
      [
        runLine(CATALOGUE, { strictness: { require: ['request'], failOnWarn: false } }),
        pass,
        result('request/n-below-minimum', 'not-applicable'),
        endLine(1, 2),
      ],
      'inconclusive',
      '1 passed, 0 failed, 1 not applicable of 2',
    ],
  ];
  it.each(cases)('%s', async (_name, lines, verdict, summary) => {
    const made = asReport(await report(lines));
    expect([made.verdict, made.summary]).toEqual([verdict, summary]);
  });
});

it('a failure carries what is needed to look at it again', async () => {
  const fail = result('request/n-below-minimum', 'fail', { findings: [finding()] });
  const made = await report([runLine(CATALOGUE), exchangeLine('e1'), fail, endLine(1, 1)]);
  const check = made.checks[1]!;
  expect(check.reproduce).toBe(
    'chatspec --base-url http://service.test --model small --only request/n-below-minimum --seed 7',
  );
  expect(check.findings[0]).toMatchObject({
    severity: 'fail',
    clause: '2.1',
    place: 'status',
    exchanges: ['e1'],
  });
  expect(check.findings[0]!.curl).toContain('"Authorization: Bearer $CHATSPEC_API_KEY"');
});

it('what the request of another check shows is looked at again with that check', async () => {
  const seen = { broken: 2, of: 9 };
  const fail = result('request/n-below-minimum', 'fail', { findings: [finding({ seen })] });
  const reproducedWith = async (owner: string) => {
    const made = await report([runLine(CATALOGUE), exchangeLine('e1', { owner }), fail, endLine(1, 1)]);
    return made.checks[1]!.reproduce;
  };
  expect(await reproducedWith('stream/framing/large')).toContain(
    '--only request/n-below-minimum,stream/framing --seed',
  );
  for (const owner of ['request/n-below-minimum/0', 'stream/framing-of-others'])
    expect(await reproducedWith(owner)).toContain('--only request/n-below-minimum --seed');
});

it('attempts tell a repeated violation from one that was asked once', async () => {
  const lines = [
    runLine(CATALOGUE),
    exchangeLine('e1'),
    exchangeLine('e2', { owner: 'request/n-below-minimum#2' }),
    result('stream/framing', 'pass'),
    result('request/n-below-minimum', 'fail', { findings: [finding()], evidence: ['e1', 'e2'] }),
    endLine(2, 2),
  ];
  expect((await report(lines)).checks.map((c) => c.attempts)).toEqual([1, 2]);
});

it('cost adds up requests, billed answers, reported tokens, money and transient answers', async () => {
  const usage = '{"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}}';
  const base = exchangeLine('e1');
  const answered = (text: string, status = 200) => ({
    response: { ...base.response!, status, body: { text } },
  });
  const run = runLine(CATALOGUE);
  const made = await report([
    { ...run, settings: { ...run.settings, prices: { input: 1, output: 10 } } },
    exchangeLine('e1', answered(usage)),
    exchangeLine('e2', answered(`data: {"choices":[]}\n\ndata: ${usage}\n\ndata: [DONE]\n\n`)),
    exchangeLine(
      'e3',
      answered('{"usage":{"prompt_tokens":1e300,"completion_tokens":-4,"total_tokens":"x"}}'),
    ),
    exchangeLine('e4', answered('', 503)),
    endLine(4, 0),
  ]);
  expect(made.cost).toMatchObject({
    requests: 4,
    billed: 3,
    // Requests without a limit count as 256 each.
    tokensAllowed: 768,
    tokensReported: { prompt: 200, completion: 40, total: 240 },
    transient: { '503': 1 },
    usd: 0.0006,
  });
});

it('what the service discloses is found once, and names that were discovered add up', async () => {
  const made = await report([
    runLine(CATALOGUE),
    { type: 'discovery', model: 'found', names: { limit: 'page_size' } },
    { type: 'discovery', names: { offset: 'skip' } },
    exchangeLine('e1'),
    exchangeLine('e2'),
    endLine(2, 0),
  ]);
  expect(made.target).toMatchObject({
    model: 'found',
    names: { limit: 'page_size', offset: 'skip' },
    headers: [['server', 'test']],
  });
});

it('the footer holds the digest of everything before it', async () => {
  const { footer, ...rest } = await report([runLine(CATALOGUE), endLine(0, 0)]);
  expect(footer).toMatchObject({ checks: 2, exchanges: 0, digest: sha256(canonicalJson(rest)) });
});

it('a journal without a run is no report', async () => {
  await expect(report([endLine(0, 0)])).rejects.toThrow('does not start with a run');
});

it('a failure without evidence fits no schema', async () => {
  const made = await report([
    runLine(CATALOGUE),
    result('stream/framing', 'fail', { evidence: [] }),
    endLine(0, 1),
  ]);
  expect(() => asReport(made)).toThrow('report.schema.json');
});

it('the schema of reports is a schema, which whoever writes one does not look at again', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
  expect(ajv.validateSchema(reportSchema)).toBe(true);
  expect(ajv.errors).toBeNull();
});
