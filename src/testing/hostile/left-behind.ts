import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { keyTraces } from '../key-traces.ts';
import { peopleIn, peopleTraces } from '../people-traces.ts';

/** What a run left behind, and what must not be in it. */
export interface Left {
  /** The report's folder, when there is one. */
  folder: string | undefined;
  /** What it printed, by the name of the stream. */
  streams: Readonly<Record<string, string>>;
  keys: readonly string[];
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
    traces: await keyTraces(folder, streams, keys),
    people: [
      ...(folder === undefined ? [] : await peopleTraces(folder, people)),
      ...peopleIn(printed, people),
    ],
  };
}

const given: { left?: Left } | null = isMainThread ? null : workerData;
if (given?.left) parentPort?.postMessage(await search(given.left));
