import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../record/journal.ts';
import type { Finding } from '../vocabulary/check.ts';
import type { CheckFacts, CheckLine, ExchangeLine, RecordLine, RunLine } from '../vocabulary/record.ts';
import { DEFAULTS } from '../vocabulary/settings.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { packedRecord } from './altered/packed-record.ts';

const START = Date.UTC(2026, 0, 15, 12);

/** The first line of a record made by hand, for tests of reports. */
export function runLine(catalogue: CheckFacts[], parts: Partial<RunLine> = {}): RunLine {
  return {
    type: 'run',
    format: 1,
    suite: { name: 'chatspec', version: '0.1.0', checksDigest: 'c'.repeat(64) },
    spec: { title: 'Hosted Chat Completion Service: Interface Specification', digest: 's'.repeat(64) },
    settings: { ...DEFAULTS, baseUrl: 'http://service.test', model: 'small', seed: 7 },
    credentials: ['main'],
    selection: { only: [], skip: [], selected: catalogue.map((c) => c.id) },
    catalogue,
    strictness: { require: [], failOnWarn: false },
    environment: { node: '24.0.0', platform: 'linux x64', dependencies: { undici: '8.0.0' } },
    startedAt: START,
    ...parts,
  };
}

/** What a check is; its level and clause are the usual ones unless said otherwise. */
export function facts(id: CheckFacts['id'], parts: Partial<CheckFacts> = {}): CheckFacts {
  return { id, title: `The service keeps ${id}`, clauses: ['6'], level: 'must', ...parts };
}

/** The result of a check; findings and evidence as they are given. */
export function result(id: string, verdict: Verdict, parts: Partial<CheckLine> = {}): CheckLine {
  return {
    type: 'check',
    id,
    verdict,
    message: verdict === 'pass' ? 'held in 1 exchange' : `ended ${verdict}`,
    findings: [],
    observations: [],
    evidence: ['e1'],
    startedAt: START + 10,
    durationMs: 20,
    ...parts,
  };
}

/** A finding in exchange `e1` unless said otherwise. */
export function finding(parts: Partial<Finding> = {}): Finding {
  return { expected: 'status 422', actual: 'status 200', place: 'status', exchanges: ['e1'], ...parts };
}

/** An exchange as the record holds it: a small stream, answered in 40 ms. */
export function exchangeLine(id: string, parts: Partial<ExchangeLine> = {}): ExchangeLine {
  const body = 'data: {"id":"c1","choices":[{"index":0,"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n';
  return {
    type: 'exchange',
    id,
    owner: 'stream/framing',
    turn: 0,
    label: 'a streamed completion',
    credential: 'main',
    request: {
      method: 'POST',
      url: 'http://service.test/api/v1/chat/completions',
      headers: [
        ['Authorization', 'Bearer ****************'],
        ['content-type', 'application/json'],
      ],
      body: { text: '{"model":"small","messages":[{"role":"user","content":"hi"}],"stream":true}' },
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [
        ['Content-Type', 'text/event-stream'],
        ['Server', 'test'],
      ],
      body: { text: body },
      size: body.length,
      coding: 'identity',
      wireBytes: body.length,
      reads: [
        [12, 68],
        [30, body.length - 68],
      ],
    },
    billable: { tokens: 8, choices: 1 },
    startedAt: START + 10,
    timing: { headersMs: 9, firstByteMs: 12, endMs: 40 },
    ...parts,
  };
}

export function endLine(exchanges: number, checks: number): RecordLine {
  return { type: 'end', endedAt: START + 1500, counts: { exchanges, checks } };
}

/** A folder that holds this record and is removed at the end of the test's scope (`await using`). */
export async function recordFolder(
  lines: readonly RecordLine[],
): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'chatspec-report-'));
  await writeFile(join(path, JOURNAL_FILE), packedRecord(lines));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
