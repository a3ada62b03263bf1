import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../record/read.ts';
import { REPORT_FILE } from '../report/exports/write.ts';
import type { Report } from '../report/model.ts';

/**
 * Differences between two runs with the same requests and responses: the clock, the port, the order of arrival;
 * and, in its text, the speed of the machine.
 */
const MOMENTARY = new Set([
  'startedAt',
  'endedAt',
  'received',
  'durationMs',
  'timings',
  'footer',
  'exchanges',
  'evidence',
  'probe',
]);

/** A report without what differs between two equal runs, as text. */
export function reportEssence(folder: string): string {
  const report = JSON.parse(readFileSync(join(folder, REPORT_FILE), 'utf8')) as Report;
  const kept = (key: string, value: unknown) => (MOMENTARY.has(key) ? undefined : value);
  return withoutNames(JSON.stringify(report, kept, 1))
    .replace(/below 0\.2 s|0\.2 to 1 s|1 to 5 s|5 to 20 s|20 s and more/g, 'pace')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replace(/\b(byte|line) \d+/g, '$1')
    .replace(/\be\d+\b/g, 'e');
}

/** Every request of a run with its owner, without its address, sorted. */
export async function requestsOf(folder: string): Promise<string[]> {
  const requests: string[] = [];
  for await (const line of readJournal(folder)) {
    if (line.type !== 'exchange') continue;
    const { method, url, body } = line.request;
    const { pathname, search } = new URL(url);
    requests.push(withoutNames(`${line.owner} ${method} ${pathname}${search} ${JSON.stringify(body)}`));
  }
  return requests.sort();
}

/** Pseudonyms are drawn anew in every run. */
function withoutNames(text: string): string {
  return text.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'uuid');
}
