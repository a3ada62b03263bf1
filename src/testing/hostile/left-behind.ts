import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { unpackedFile } from '../altered/packed-record.ts';
import { peopleIn, peopleTraces } from '../people-traces.ts';
import { holdsTrace } from '../secret-layers.ts';
import { secretTraces, tracesIn } from '../secret-traces.ts';

/** What a run left behind, and what must not be in it. */
export interface Left {
  /** The report's folder, when there is one. */
  folder: string | undefined;
  /** What it printed, by the name of the stream. */
  streams: Readonly<Record<string, string>>;
  /** The first of them is the one that the run asked with. */
  keys: readonly [string, ...string[]];
  people: readonly string[];
}

/** Where keys, and people, were found. */
export interface Traces {
  traces: string[];
  people: string[];
}

/** Looks for keys and people in a thread of its own: decoding takes seconds, in which the other services have to answer. */
export function searchLeft(left: Left): Promise<Traces> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { left } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function search({ folder, streams, keys, people }: Left): Promise<Traces> {
  const printed = Buffer.from(Object.values(streams).join(''));
  return {
    traces: [
      ...(folder === undefined ? [] : await secretTraces(folder, keys[0])),
      ...(await tracesIn([printed], keys[0])),
      ...(await keyTraces(folder, streams, keys)),
    ],
    people: [
      ...(folder === undefined ? [] : await peopleTraces(folder, people)),
      ...peopleIn(printed, people),
    ],
  };
}

const given: { left?: Left } | null = isMainThread ? null : workerData;
if (given?.left) parentPort?.postMessage(await search(given.left));

/** So many characters of a key in a row are left nowhere. */
const GIVES_AWAY = 12;
/** Size of a decoded block, and its overlap with the next one. */
const PIECE = 64 * 1024;
const OVERLAP = 2 * 1024;

/** Files under a folder, and streams by name, that hold a good part of one of these keys, in whatever is left to decode. */
export async function keyTraces(
  folder: string | undefined,
  streams: Readonly<Record<string, string>>,
  keys: readonly string[],
): Promise<string[]> {
  const found = Object.entries(streams).flatMap(([name, text]) => tracesOf(name, Buffer.from(text), keys));
  if (folder === undefined) return found;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = path.endsWith('.zst') ? unpackedFile(path) : await readFile(path);
    found.push(...tracesOf(relative(folder, path), content, keys));
    // The servers of other trials, in this process, are to answer meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

function tracesOf(name: string, content: Buffer, keys: readonly string[]): string[] {
  for (let at = 0; at < content.length; at += PIECE - OVERLAP) {
    if (holdsTrace(content.toString('latin1', at, at + PIECE), keys, GIVES_AWAY))
      return [`${name} (decoded)`];
  }
  return [];
}
