import { randomBytes } from 'node:crypto';
import { createSession } from '../engine/run-checks.ts';
import { createRedactor, type Redactor, secretsOf } from '../http/redact.ts';
import { createTarget, type TransportOptions } from '../http/transport.ts';
import type { RunOptions } from '../options/run-options.ts';
import { createGate } from '../record/gate.ts';
import { createJournal, type Journal, JournalFailed } from '../record/journal.ts';
import { createPseudonyms, noPseudonyms } from '../record/pseudonyms.ts';
import type { Check } from '../vocabulary/check.ts';
import { wallClock } from '../vocabulary/clock.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { CheckLine, EndLine } from '../vocabulary/record.ts';
import type { Keys, UsageNames } from '../vocabulary/settings.ts';
import { RunStopped, type Target } from '../vocabulary/target.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import { HandshakeRefused, plainCompletion, shakeHands } from './handshake.ts';
import type { Interrupts } from './interrupts.ts';
import { credentialsOf, runLine } from './run-line.ts';

/** What a run needs beside its options. */
export interface Conduct {
  options: RunOptions;
  keys: Keys;
  all: readonly Check[];
  selected: readonly Check[];
  folder: string;
  interrupts: Pick<Interrupts, 'signal' | 'received'>;
  /** The way to a service in this process; connections over the network without it. */
  dispatcher?: NonNullable<TransportOptions['dispatcher']>;
  onResult(line: CheckLine): void;
  /** Hears of requests as they go out, of their answers, and of what is waited for. */
  watch?: RunWatch | undefined;
  /** What the run should come to, when that is known by its end. */
  planned(): Promise<EndLine['planned']>;
}

/** What the caller needs to know before it reads the record. */
export interface Conducted {
  redactor: Redactor;
  names: UsageNames | undefined;
}

/**
 * Runs the selected checks against the target and writes the record into the folder. Rejects with `OptionError` when the
 * handshake shows that nothing can be judged, and with `JournalFailed` when the record can't be written.
 */
export async function conduct(c: Conduct): Promise<Conducted> {
  const { options, keys, interrupts } = c;
  const { settings } = options;
  const redactor = createRedactor(
    secretsOf(settings, keys),
    settings.extraHeaders.map(([, value]) => value),
  );
  const pseudonyms = settings.keepIdentities ? noPseudonyms : createPseudonyms(randomBytes(32));
  const gate = createGate(redactor, pseudonyms, Object.values(keys));
  const journal = createJournal(c.folder);
  const failure = new AbortController();
  let exchanges = 0;
  let results = 0;
  let names: UsageNames | undefined;
  let sent = false;
  let broken: unknown;

  /** A record that can't be written ends the run: nothing may be asked, and paid for, that is lost. */
  const fail = (error: unknown) => {
    broken ??= error;
    failure.abort(new Error('the record can not be written'));
  };
  const record = (write: (journal: Journal) => void) => {
    try {
      write(journal);
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  const transport = createTarget({
    settings,
    keys,
    clock: wallClock,
    spillFolder: c.folder,
    gate,
    ...(c.dispatcher && { dispatcher: c.dispatcher }),
    ...(c.watch && { watch: c.watch }),
    signal: AbortSignal.any([interrupts.signal, failure.signal]),
    onExchange(exchange) {
      record((j) => j.exchange(exchange));
      exchanges++;
    },
  });
  /** A large body that can't be written is a part of the record as well. */
  const send: Target['send'] = (spec, asker) => {
    sent = true;
    return transport.send(spec, asker).catch((error: unknown) => {
      if (error instanceof JournalFailed) fail(error);
      throw error;
    });
  };
  const target: Target = { ...transport, send };

  try {
    record((j) => j.write(gate.line(runLine(options, keys, c.all, c.selected, Date.now()))));
    const session = createSession({
      plainCompletion,
      checks: c.selected,
      settings,
      credentials: credentialsOf(keys),
      target,
      ...(c.watch && { watch: c.watch }),
      onResult(result) {
        // One object for the record and the terminal: what is shown is what is written.
        const line = gate.line(result);
        results++;
        record((j) => j.write(line));
        c.onResult(line);
      },
      onDiscovery(found) {
        const line = gate.line(found);
        names = { ...names, ...line.names };
        record((j) => j.write(line));
      },
    });
    const handshake = await shakeHands(session.runContext, settings);
    record((j) => j.write(gate.line({ type: 'discovery', model: handshake.model })));
    session.begin(handshake);
    await session.all();
  } catch (error) {
    if (broken) throw sent ? broken : unbegun(broken);
    if (error instanceof HandshakeRefused) throw new OptionError(redactor.text(error.message));
    if (!(error instanceof RunStopped)) throw error;
  } finally {
    await target.close();
    if (!broken) {
      const { received } = interrupts;
      const planned = received ? undefined : await c.planned();
      journal.write({
        type: 'end',
        endedAt: Date.now(),
        ...(received ? { interrupted: received } : {}),
        ...(planned ? { planned } : {}),
        counts: { exchanges, checks: results },
      });
      journal.close();
    }
  }
  if (broken) throw broken;
  return { redactor, names };
}

/** A record that could not even be begun: the folder is of no use, and nothing is lost. */
function unbegun(error: unknown): unknown {
  return error instanceof JournalFailed ? new OptionError(`${error.message}; nothing was sent`) : error;
}
