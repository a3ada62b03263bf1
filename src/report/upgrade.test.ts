import { expect, it } from 'vitest';
import { endLine, facts, finding, result, runLine } from '../testing/journal.ts';
import type { RunLine } from '../vocabulary/record.ts';
import { buildReport } from './build.ts';
import type { Report } from './model.ts';
import { OLD_BLOCKED_BY } from './old-names.ts';
import { upgraded } from './upgrade.ts';

const CATALOGUE = [facts('stream/framing'), facts('request/n-below-minimum'), facts('usage/stats-is-array')];

async function made(parts: Partial<RunLine> = {}): Promise<Report> {
  async function* lines() {
    yield runLine(CATALOGUE, parts);
    yield result('stream/framing', 'pass');
    yield result('request/n-below-minimum', 'fail', { findings: [finding({ breach: 'server-error' })] });
    yield result('usage/stats-is-array', 'inconclusive', { blockedBy: 'request/n-below-minimum' });
    yield endLine(1, 3);
  }
  return buildReport(lines, {});
}

/** The report as version 0.1.0 wrote it. */
function aged({ causes: _, clients: __, ...report }: Report): Report {
  const checks = report.checks.map(({ harm: _harm, blockedBy, findings, ...check }) => ({
    ...check,
    findings: findings.map(({ harm: _h, ...f }) => f),
    ...(blockedBy === undefined ? {} : { [OLD_BLOCKED_BY]: blockedBy }),
  }));
  return { ...report, checks } as unknown as Report;
}

it('what an older report leaves out follows from the rest of it', async () => {
  const report = await made();
  expect(report.causes).toEqual([{ check: 'request/n-below-minimum', blocks: ['usage/stats-is-array'] }]);
  expect(report.checks.map((c) => c.harm)).toEqual(['form', 'clients', 'form']);
  const { footer: _, ...expected } = report;
  expect(upgraded(aged(report))).toMatchObject(expected);
});

it('a report of this version is left as it is', async () => {
  const report = await made();
  expect(upgraded(report)).toEqual(report);
});

it('a command that chatspec does not write is replaced in a stored report, and in a record', async () => {
  const own = /^chatspec --base-url http:\/\/service\.test --model small --only \S+ --seed 7$/;
  const report = await made({ repeat: "X=chatspec sh -c 'id'" });
  const reproduce = 'npm --prefix ./evil start -- --only stream/framing';
  const stored = { ...report, checks: report.checks.map((check) => ({ ...check, reproduce })) };
  for (const { checks } of [report, upgraded(stored), upgraded(aged(stored))]) {
    expect(checks.map((check) => check.reproduce)).toEqual(checks.map(() => expect.stringMatching(own)));
  }
});
