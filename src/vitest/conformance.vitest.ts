import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKS } from '../../suites/index.ts';
import { createSession, type Session } from '../engine/run-checks.ts';
import { selectChecks } from '../engine/select.ts';
import { createRedactor, secretsOf } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { readOptions } from '../options/parse.ts';
import { runOptions } from '../options/run-options.ts';
import { createGate } from '../record/gate.ts';
import { createPseudonyms } from '../record/pseudonyms.ts';
import { startEmbedded } from '../run/embedded.ts';
import { plainCompletion, shakeHands } from '../run/handshake.ts';
import { credentialsOf } from '../run/run-line.ts';
import type { Check } from '../vocabulary/check.ts';
import { wallClock } from '../vocabulary/clock.ts';

/*
 * The checks as vitest tests, for watch mode, `-t`, shards and editors. The environment names the target, as for the
 * command line; without one it is the embedded reference service. The command line itself runs the core without vitest.
 */

const options = runOptions(readOptions([], process.env), process.env);
const selected = selectChecks(CHECKS, options.settings.profile, options.only, options.skip);
const closers: (() => Promise<void>)[] = [];
let session: Session;

interface Task {
  type: string;
  name: string;
  mode: string;
  tasks?: Task[];
}

/** Only what vitest will run is asked of the target: completions cost money. */
function chosen(task: Task): Set<string> {
  const names = (task.tasks ?? []).flatMap((t) => [...chosen(t)]);
  const own = task.type === 'test' && task.mode !== 'skip' && task.mode !== 'todo' ? [task.name] : [];
  return new Set([...names, ...own]);
}

// biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures off the first parameter
beforeAll(async ({}, file) => {
  const names = chosen(file as Task);
  const embedded = options.embedded ? await startEmbedded(options.settings) : undefined;
  const settings = embedded?.settings ?? options.settings;
  const keys = embedded?.keys ?? options.keys!;
  const gate = createGate(
    createRedactor(secretsOf(settings, keys)),
    createPseudonyms(randomBytes(32)),
    Object.values(keys),
  );
  const target = createTarget({ settings, keys, clock: wallClock, gate, onExchange: () => {} });
  closers.push(
    () => target.close(),
    async () => embedded?.service.close(),
  );
  const checks = selected.filter((check) => names.has(check.id));
  session = createSession({ checks, settings, credentials: credentialsOf(keys), target, plainCompletion });
  session.begin(await shakeHands(session.runContext, settings));
});

afterAll(async () => {
  for (const close of closers) await close();
});

describe.each([...Map.groupBy(selected, (check: Check) => check.clauses[0])])(
  'section %s',
  (_section, checks) => {
    test.concurrent.each(checks.map((check) => [check.id, check] as const))('%s', async (_id, check) => {
      const result = await session.result(check);
      if (result.verdict === 'fail') expect.fail(result.message);
      if (result.verdict === 'error') throw new Error(result.message);
      if (result.verdict === 'inconclusive' && check.level === 'must')
        expect.fail(`inconclusive: ${result.message}`);
    });
  },
);
