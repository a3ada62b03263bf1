import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { Broken } from './failure.ts';
import { frameByFrame } from './secrets/zstd-frames.ts';

/** Decodes a content coding piece by piece. */
export interface Decoder {
  /** Takes coded bytes; false requests a pause until `onDrain` is called. */
  write(piece: Buffer): boolean;
  /** No more coded bytes: resolves when all decoded bytes were passed on. */
  end(): Promise<void>;
  /** Stops at once; bytes that were passed on remain valid. */
  stop(): void;
}

export interface DecoderEvents {
  /** Receives the size of each piece that a coding yields for the next one. */
  onInner(bytes: number): void;
  onData(piece: Buffer): void;
  onDrain(): void;
  onError(error: Broken): void;
}

// Small output pieces prevent a bomb from filling memory before the body's size limit applies.
const OPTIONS = { chunkSize: 64 * 1024 };
/** A window of 8 MiB, the largest that HTTP allows (RFC 9659): only attackers use more memory. */
const ZSTD_WINDOW_LOG = 23;

/**
 * The codings of a Content-Encoding value in the order of application, without `identity`. One that HTTP does not know
 * is `unknown`: in lower case, a key in the value could no longer be found and masked.
 */
export function codings(value: string | undefined): string[] {
  return (value ?? '')
    .toLowerCase()
    .split(',')
    .map((c) => c.trim())
    .filter((c) => c !== '' && c !== 'identity')
    .map((c) => (KNOWN.has(c) ? c : 'unknown'));
}

/** A decoder for these codings, or undefined if there is nothing to decode or a coding is unknown. */
export function createDecoder(applied: readonly string[], events: DecoderEvents): Decoder | undefined {
  if (applied.length === 0 || applied.length > 3 || !applied.every((c) => KNOWN.has(c))) return undefined;
  const stages: Transform[] = [];
  let stopped = false;
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const fail = (coding: string) => (error: Error) => {
    if (stopped) return;
    const coded = `the ${coding} coding of the body`;
    if (error instanceof RangeError) events.onError(new Broken('too-large', `${coded} has ${error.message}`));
    else if (/unexpected end/i.test(error.message)) events.onError(new Broken('cut', `${coded} ends early`));
    else events.onError(new Broken('protocol', `${coded} is invalid`));
    stop();
  };
  const stop = () => {
    stopped = true;
    for (const stage of stages) stage.destroy();
    finish();
  };

  const build = (first: Buffer) => {
    for (const [i, coding] of [...applied].reverse().entries()) {
      const stage = createStage(coding, i === 0 ? first : undefined);
      stage.on('error', fail(coding));
      const entry = coding === 'zstd' ? frameByFrame().on('error', fail(coding)) : stage;
      if (entry !== stage) entry.pipe(stage);
      const previous = stages.at(-1);
      previous?.on('data', ({ length }: Buffer) => events.onInner(length)).pipe(entry);
      stages.push(...new Set([entry, stage]));
    }
    stages[0]!.on('drain', events.onDrain);
    stages.at(-1)!.on('data', (piece: Buffer) => {
      if (!stopped) events.onData(piece);
    });
    stages.at(-1)!.on('end', finish);
  };

  return {
    write(piece) {
      if (stopped) return true;
      if (stages.length === 0) build(piece);
      return stages[0]!.write(piece);
    },
    async end() {
      if (stopped || stages.length === 0) return;
      stages[0]!.end();
      await finished;
    },
    stop,
  };
}

const KNOWN = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

function createStage(coding: string, first: Buffer | undefined): Transform {
  switch (coding) {
    case 'br':
      return createBrotliDecompress(OPTIONS);
    case 'zstd':
      return createZstdDecompress({
        ...OPTIONS,
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
      });
    case 'deflate':
      // Some services send raw deflate without the zlib header.
      return first && !hasZlibHeader(first) ? createInflateRaw(OPTIONS) : createInflate(OPTIONS);
    default:
      return createGunzip(OPTIONS);
  }
}

function hasZlibHeader(bytes: Buffer): boolean {
  return (bytes[0]! & 0x0f) === 8 && (bytes.length < 2 || ((bytes[0]! << 8) | bytes[1]!) % 31 === 0);
}
