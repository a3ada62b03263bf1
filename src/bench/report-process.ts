import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { createRedactor } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { createGate } from '../record/gate.ts';
import { createJournal } from '../record/journal.ts';
import { createPseudonyms } from '../record/pseudonyms.ts';
import { writeReports } from '../report/exports/write.ts';
import { completionSpec, plainRow } from '../requests/ask.ts';
import { runLine } from '../run/run-line.ts';
import { wallClock } from '../vocabulary/clock.ts';
import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';

/**
 * Records `count` exchanges with a service and writes every report, in a separate process, so that its peak memory
 * is that of this work alone.
 */
const [baseUrl = '', key = '', model = '', folder = '', counted = '0'] = process.argv.slice(2);
const count = Number(counted);
const keys = { main: key };
// The cost of a run does not matter here: the largest budget of the command line.
const budget = { billed: 1e9, tokens: 1e9 };
const settings: Settings = { ...DEFAULTS, baseUrl, model, seed: 1, budget };
const journal = createJournal(folder);
const gate = createGate(
  { baseUrl: 'http://127.0.0.1' },
  createRedactor([key]),
  createPseudonyms(Buffer.alloc(32)),
);
const target = createTarget({
  settings,
  keys,
  clock: wallClock,
  spillFolder: folder,
  gate,
  onExchange: journal.exchange,
});
const options = {
  embedded: false,
  settings,
  keys,
  only: [],
  skip: [],
  require: [],
  failOnWarn: false,
  known: [],
  strictKnown: false,
  list: false,
  out: undefined,
  saveTarget: undefined,
  sealing: undefined,
  telling: { amount: 'quiet' as const, trace: false },
};
journal.write(runLine(options, keys, CHECKS, CHECKS, Date.now()));
const spec = completionSpec(plainRow(model));
let turn = 0;
const begun = performance.now();
const worker = async () => {
  while (turn < count) await target.send(spec, { owner: 'bench', turn: turn++ });
};
await Promise.all(Array.from({ length: settings.concurrency }, worker));
await target.close();
for (const check of CHECKS) {
  journal.write({
    type: 'check',
    id: check.id,
    verdict: 'pass',
    message: 'held',
    findings: [],
    observations: [],
    evidence: [`e${1 + (turn % Math.max(1, count))}`],
    startedAt: Date.now(),
    durationMs: 1,
  });
}
journal.write({ type: 'end', endedAt: Date.now(), counts: { exchanges: count, checks: CHECKS.length } });
journal.close();
const recordedMs = performance.now() - begun;
const memoryWhileRecording = process.resourceUsage().maxRSS;
const beforeReports = performance.now();
await writeReports(folder);
const bytes = Object.fromEntries(
  readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]),
);
process.send?.({
  recordedMs,
  reportsMs: performance.now() - beforeReports,
  recordingMiB: memoryWhileRecording / 1024,
  peakMiB: process.resourceUsage().maxRSS / 1024,
  bytes,
});
