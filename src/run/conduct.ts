import { randomBytes } from 'node:crypto';
import { createRedactor, publicNames, type Redactor, reportedOf, secretsOf } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import type { TransportOptions } from '../http/transport-options.ts';
import type { RunOptions } from '../options/run-options.ts';
import { createGate, type Gate } from '../record/gate.ts';
import { createJournal, JournalFailed } from '../record/journal.ts';
import { createPseudonyms, noPseudonyms } from '../record/pseudonyms.ts';
import type { Check } from '../vocabulary/check.ts';
import { wallClock } from '../vocabulary/clock.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { CheckLine, EndLine } from '../vocabulary/record.ts';
import { secretHeaders } from '../vocabulary/secret-headers.ts';
import type { Keys, Settings, UsageNames } from '../vocabulary/settings.ts';
import { type Asker, RunStopped, type Target } from '../vocabulary/target.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import { FIRST_ASKER, FIRST_REQUEST, HandshakeRefused } from './first-request.ts';
import type { Interrupts } from './interrupts.ts';
import { RunRecord } from './run-record.ts';

/** The inputs of a run in addition to its options. */
export interface Conduct {
  options: RunOptions;
  keys: Keys;
  /** Loads the checks, while the first request is under way. */
  loadChecks(): Promise<LoadedChecks>;
  folder: string;
  interrupts: Pick<Interrupts, 'signal' | 'received' | 'uncaught'>;
  /** The connection to a service in this process; the network by default. */
  dispatcher?: NonNullable<TransportOptions['dispatcher']>;
  onResult(line: CheckLine): void;
  /** Is called for requests, their responses, and waits. */
  watch?: RunWatch | undefined;
}

/** The checks of a run. */
export interface LoadedChecks {
  all: readonly Check[];
  selected: readonly Check[];
  /** Computes the expected cost of the run, once, after the handshake. */
  plan?(): NonNullable<EndLine['planned']>;
}

/** The data that the caller needs before it reads the record. */
export interface Conducted {
  redactor: Redactor;
  names: UsageNames | undefined;
  /** The error in chatspec after requests were sent; the record contains the requests until then. */
  broke: Error | undefined;
}

/**
 * Runs the selected checks against the target and writes the record into the folder. Rejects with `OptionError` if
 * the handshake shows that nothing can be judged, with `JournalFailed` if the record cannot be written, and with
 * any other error before the first request.
 */
export async function conduct(c: Conduct): Promise<Conducted> {
  const { options, keys, interrupts } = c;
  const { settings } = options;
  const shown = publicNames(settings);
  const redactor = createRedactor(secretsOf(settings, keys), {
    own: secretHeaders(settings).map(([, value]) => value),
    shown,
  });
  const pseudonyms = settings.keepIdentities
    ? noPseudonyms
    : createPseudonyms(randomBytes(32), { names: shown, columns: openColumns(settings) });
  const gate = createGate(settings, redactor, pseudonyms, reportedOf(keys));
  const startedAt = Date.now();
  const record = new RunRecord(createJournal(c.folder), gate);
  const target = recordedTarget(c, gate, record);
  let broke: Error | undefined;
  try {
    const first = await sendFirst(target);
    const [checks, { runLine }] = await Promise.all([c.loadChecks(), import('./run-line.ts')]);
    record.begin(() => runLine(options, keys, checks.all, checks.selected, startedAt));
    await runSession(c, checks, { ...target, send: first }, gate, record);
  } catch (error) {
    if (record.broken) throw record.begun ? record.broken : unbegun(record.broken);
    if (error instanceof HandshakeRefused) throw new OptionError(redactor.text(error.message));
    if (!(error instanceof RunStopped)) {
      if (!record.begun) throw error;
      broke = error instanceof Error ? error : new Error(String(error));
    }
  } finally {
    await target.close();
    const { received, uncaught } = interrupts;
    broke ??= uncaught;
    const early = {
      ...(received && { interrupted: received }),
      ...(broke && { stopped: `chatspec failed: ${broke.message}` }),
    };
    const planned = received || broke ? undefined : record.planned;
    if (!record.broken) record.end({ ...early, ...(planned && { planned }) });
  }
  if (record.broken) throw record.broken;
  return { redactor, names: record.names, broke };
}

/** The titles of columns that the user says to have no people. */
function openColumns({ usageNames }: Settings): string[] {
  const people = ['id', 'user_id', 'org_id', 'email'];
  return Object.entries(usageNames?.columns ?? {}).flatMap(([member, title]) =>
    people.includes(member) ? [] : [title],
  );
}

/** The target; every exchange with it is recorded. */
function recordedTarget(c: Conduct, gate: Gate, record: RunRecord): Target {
  const transport = createTarget({
    settings: c.options.settings,
    keys: c.keys,
    clock: wallClock,
    spillFolder: c.folder,
    gate,
    ...(c.dispatcher && { dispatcher: c.dispatcher }),
    ...(c.watch && { watch: c.watch }),
    signal: AbortSignal.any([c.interrupts.signal, record.failed]),
    onExchange: (exchange) => record.exchange(exchange),
  });
  return {
    ...transport,
    send(spec, asker) {
      return transport.send(spec, asker).catch((error: unknown) => {
        // A large body that cannot be written is a failure of the record too.
        if (error instanceof JournalFailed) record.fail(error);
        throw error;
      });
    },
  };
}

/**
 * Sends the first request, and resolves when it is on its way: the modules of the checks are loaded while the
 * service answers. Returns how the handshake gets its answer, and how all other requests are sent.
 */
async function sendFirst({ send }: Target): Promise<Target['send']> {
  const { promise: sent, resolve: onSent } = Promise.withResolvers<void>();
  const first = send({ ...FIRST_REQUEST, onSent }, FIRST_ASKER);
  await Promise.race([sent, first.catch(() => {})]);
  const isFirst = ({ owner, turn }: Asker) => owner === FIRST_ASKER.owner && turn === FIRST_ASKER.turn;
  return (spec, asker) => (isFirst(asker) ? first : send(spec, asker));
}

/** Performs the handshake and runs all checks. */
async function runSession(
  c: Conduct,
  checks: LoadedChecks,
  target: Target,
  gate: Gate,
  record: RunRecord,
): Promise<void> {
  const { settings } = c.options;
  const [{ createSession }, { shakeHands }, { PHASES }, { credentialsOf }] = await Promise.all([
    import('../engine/run-checks.ts'),
    import('./handshake.ts'),
    import('./phases.ts'),
    import('./run-line.ts'),
  ]);
  const session = createSession({
    phases: PHASES,
    checks: checks.selected,
    settings,
    credentials: credentialsOf(c.keys),
    target,
    ...(c.watch && { watch: c.watch }),
    onResult: (result) => c.onResult(record.result(result)),
    onDiscovery: (found) => record.discovery(found),
  });
  const handshake = await shakeHands(session.runContext, settings);
  record.write((j) => j.write(gate.line({ type: 'discovery', model: handshake.model })));
  session.begin(handshake);
  record.planned = checks.plan?.();
  await session.all();
}

/** A record that could not be begun: the folder is unusable, and at most one free request is lost. */
function unbegun(error: unknown): unknown {
  return error instanceof JournalFailed ? new OptionError(`${error.message}; nothing was billed`) : error;
}
