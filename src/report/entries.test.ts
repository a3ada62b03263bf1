import { describe, expect, it } from 'vitest';
import type { Breach, Harm } from '../vocabulary/harm.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { type Entry, entriesOf, firstToFix } from './entries.ts';
import type { ReportCheck, ReportFinding } from './model.ts';
import { byHarm } from './sections.ts';

const finding = (breach?: Breach, harm: Harm = 'leniency', severity: ReportFinding['severity'] = 'fail') => ({
  severity,
  clause: '2.1',
  expected: 'status 422',
  actual: 'status 200',
  place: 'status',
  exchanges: ['e1'],
  harm,
  ...(breach && { breach }),
});
const check = (id: string, verdict: Verdict, parts: Partial<ReportCheck> = {}): ReportCheck => ({
  id: id as ReportCheck['id'],
  title: `The service keeps ${id}`,
  area: id.split('/')[0]!,
  clauses: ['2.1'],
  level: 'must',
  harm: parts.findings?.[0]?.harm ?? 'form',
  verdict,
  message: `ended ${verdict}`,
  findings: [],
  evidence: ['e1'],
  attempts: 1,
  durationMs: 1,
  reproduce: '',
  ...parts,
});
const titles = (entries: readonly Entry[]) => entries.map((e) => e.title);

describe('what is wrong is told once', () => {
  it('checks that were broken alike are one entry with a count', () => {
    const checks = [
      check('request/a', 'fail', { findings: [finding('bad-accepted')] }),
      check('request/b', 'fail', { findings: [finding('bad-accepted')] }),
      check('request/c', 'fail', { findings: [finding('server-error', 'clients')] }),
      check('request/d', 'fail', { findings: [finding('bad-accepted'), finding('server-error', 'clients')] }),
    ];
    expect(titles(entriesOf({ checks, causes: [] }))).toEqual([
      '2 kinds of invalid requests got a server error',
      '3 kinds of invalid requests accepted',
    ]);
  });

  it('one error that comes after some time is one cause', () => {
    const late = (afterMs: number, status = 504) => ({
      ...finding('server-error', 'clients'),
      answered: { status, afterMs },
    });
    const title = (...findings: ReportFinding[]) => {
      const checks = findings.map((one, i) => check(`request/${i}`, 'fail', { findings: [one] }));
      return titles(entriesOf({ checks, causes: [] }))[0];
    };
    expect(title(late(1_020), late(1_004), late(1_090))).toBe('504 after 1.0 s for 3 kinds of request');
    expect(title(late(20), late(12))).toBe('2 kinds of invalid requests got a server error');
    expect(title(late(1_000), late(1_000, 502))).toBe('2 kinds of invalid requests got a server error');
  });

  it('what a cause blocks is folded under it, once', () => {
    const checks = [
      check('path/stats', 'fail', { findings: [finding('absent', 'money')], harm: 'money' }),
      check('usage/a', 'inconclusive', { blockedBy: 'path/stats' }),
      check('usage/b', 'inconclusive', { blockedBy: 'path/stats' }),
    ];
    const entries = entriesOf({ checks, causes: [{ check: 'path/stats', blocks: ['usage/a', 'usage/b'] }] });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      blocks: ['usage/a', 'usage/b'],
      hint: expect.stringContaining('--scope chat'),
    });
  });

  it('doubts of one reason are one entry', () => {
    const message = 'the budget is spent';
    const checks = [check('a/a', 'inconclusive', { message }), check('a/b', 'inconclusive', { message })];
    expect(titles(entriesOf({ checks, causes: [] }))).toEqual(['2 checks: the budget is spent']);
  });

  it('what holds is no entry', () => {
    expect(entriesOf({ checks: [check('a/a', 'pass'), check('a/b', 'observed')], causes: [] })).toEqual([]);
  });
});

describe('the worst comes first', () => {
  const checks = [
    check('stream/comments', 'warn', { findings: [finding(undefined, 'form', 'warn')] }),
    check('request/a', 'fail', { findings: [finding('bad-accepted')] }),
    check('auth/a', 'fail', { findings: [finding('unlocked', 'doors')] }),
    check('usage/a', 'fail', { findings: [finding(undefined, 'money')] }),
  ];

  it('failures by harm, warnings last', () => {
    expect(entriesOf({ checks, causes: [] }).map((e) => e.harm)).toEqual([
      'doors',
      'money',
      'leniency',
      'form',
    ]);
  });

  it('by harm, without harms that are not done', () => {
    const harms = byHarm(entriesOf({ checks, causes: [] })).map(([harm]) => harm);
    expect(harms).toEqual(['doors', 'money', 'leniency', 'form']);
  });

  it('what leaves much undecided is mended first, else what hurts most', () => {
    const blocks = Array.from({ length: 40 }, (_, i) => `usage/x${i}`);
    const first = (causes: { check: string; blocks: string[] }[]) =>
      firstToFix(entriesOf({ checks, causes }))?.checks[0]?.id;
    expect(first([])).toBe('auth/a');
    expect(first([{ check: 'usage/a', blocks }])).toBe('usage/a');
    expect(first([{ check: 'usage/a', blocks: blocks.slice(0, 2) }])).toBe('auth/a');
  });

  it('a run that was cut short names nothing that it merely did not come to', () => {
    const blocks = Array.from({ length: 40 }, (_, i) => `usage/x${i}`);
    const undecided = entriesOf({
      checks: [
        {
          ...checks[0]!,
          verdict: 'inconclusive',
          findings: [],
          message: 'the run was interrupted during this check',
        },
      ],
      causes: [{ check: checks[0]!.id, blocks }],
    });
    expect(firstToFix(undecided)).toBeDefined();
    expect(firstToFix(undecided, true)).toBeUndefined();
  });
});
