import type { Duplex } from 'node:stream';
import type { Verdict } from '../../../src/vocabulary/verdict.ts';

/** The expected result of a run against a hostile service, which the battery compares. */
export interface Expectation {
  /** The exit code. */
  exit: number;
  /** The checks that the battery selects with `--only`: affected ones, and some that must not be affected. */
  only: readonly string[];
  /** Verdicts by check. None of the other checks may fail or warn, and none ends in `error`. */
  verdicts?: Readonly<Record<string, Verdict>>;
  /** Verdicts that no selected check may have. */
  never?: readonly Verdict[];
  /**
   * What the message of some check says, the run at its end, its count of a transient failure (`3× cut`), or the one line
   * where it can't begin.
   */
  says?: RegExp;
  /** Default `standard`. */
  profile?: 'smoke';
  /** Whether the run is given the names of the usage parameters. */
  named?: boolean;
  /** For the run's `--timeout`, in seconds; default 2: a busy machine takes half of one for an answer. */
  timeout?: number;
  /** People in the service's data: none of them may remain in the run's output. */
  people?: readonly string[];
  /** Whether the run is given a second key, whose wallet is empty. */
  wallet?: boolean;
  /** A shell command that is run first, in the process that becomes the run: limits, say. */
  before?: string;
  /** Longest run in the battery, in seconds, with its low timeouts; default 20. */
  seconds?: number;
}

/** The facts about the service that a hostile behavior can use. */
export interface Scene {
  /** The key that the working service behind takes. */
  key: string;
  /** The key whose wallet is empty. */
  emptyKey: string;
  model: string;
  /** The origin of a second server, which must never hear of the key. */
  stranger: string;
}

/** One request as received from the socket. */
export interface Call {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
  /** How many requests came before this one, to any path. */
  before: number;
  socket: Duplex;
  /** Lets the working service answer; `edit` changes its status line and headers, which end in a blank line. */
  pass(edit?: (head: string) => string): void;
}

/** The certificate of the TLS server. */
export interface Identity {
  cert: string;
  key: string;
}

/** A hostile service. */
export interface Hostile {
  id: string;
  /** Its effect, in the present tense. */
  title: string;
  expects: Expectation;
  /** Made once per server, so that it may hold state. Every call must be answered or passed on. */
  act(scene: Scene): (call: Call) => void;
  /** Takes a connection over before anything was read from it; it is then closed by the behaviour. */
  greet?(socket: Duplex): void;
  tls?: {
    identity(): Identity;
    /** Whether the caller is given the certificate as an authority. */
    trusted: boolean;
  };
}

/** The behaviour of a server that leaves every request to the working service. */
export const honest: Hostile['act'] = () => (call) => call.pass();

/** A server that takes each connection over before it is read, so that no request arrives. */
export const greets = (greet: (socket: Duplex) => unknown): Pick<Hostile, 'act' | 'greet'> => ({
  act: honest,
  greet,
});

/** The behavior of a server that is hostile for some requests, and passes the others on. */
export const only =
  (wanted: (call: Call) => boolean, hurt: (call: Call) => void): Hostile['act'] =>
  () =>
  (call) =>
    wanted(call) ? hurt(call) : call.pass();
