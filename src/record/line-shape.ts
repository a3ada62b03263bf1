import { DERIVATIONS } from '../vocabulary/derivation.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import type { Shard } from '../vocabulary/shard.ts';
import { ANSWER_KINDS } from '../vocabulary/sweep.ts';
import { VERDICTS } from '../vocabulary/verdict.ts';

/**
 * The required content of each kind of line, so that readers can rely on it. A record of a killed run, or a
 * manipulated one, is judged by its content; an invalid line is reported with its number.
 */

type Json = Record<string, unknown>;
type Test = (value: unknown) => boolean;

const text: Test = (v) => typeof v === 'string';
const number: Test = (v) => typeof v === 'number' && Number.isFinite(v);
/** Epoch milliseconds, also after additions: years have four digits. */
const instant: Test = (v) => number(v) && (v as number) >= 0 && (v as number) <= 1e14;
const count: Test = (v) => Number.isSafeInteger(v) && (v as number) >= 0;
const isObject = (v: unknown): v is Json => typeof v === 'object' && v !== null && !Array.isArray(v);
const list =
  (inner: Test): Test =>
  (v) =>
    Array.isArray(v) && v.every(inner);
const pair =
  (inner: Test): Test =>
  (v) =>
    Array.isArray(v) && v.length === 2 && v.every(inner);
const maybe =
  (inner: Test): Test =>
  (v) =>
    v === undefined || inner(v);
const shape =
  (members: Record<string, Test>): Test =>
  (v) =>
    isObject(v) && Object.entries(members).every(([name, test]) => test(v[name]));

const base64: Test = (v) => typeof v === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(v);
const bytes: Test = (v) => isObject(v) && (text(v.text) || base64(v.base64));
const exchangeId: Test = (v) => typeof v === 'string' && /^e\d{1,15}$/.test(v);
const headers = list(pair(text));

const keySource = maybe(shape({ env: maybe(text), file: maybe(text) }));

const flag: Test = (v) => typeof v === 'boolean';
const numbers: Test = (v) => isObject(v) && Object.values(v).every(number);
const address: Test = (v) => text(v) && /^https?:$/.test(URL.parse(v as string)?.protocol ?? '');
const isShard: Test = (v) =>
  shape({ index: count, of: count })(v) && (v as Shard).index >= 1 && (v as Shard).index <= (v as Shard).of;

const SETTINGS = shape({
  baseUrl: address,
  apiPath: maybe(text),
  model: maybe(text),
  reasoningModel: maybe(text),
  otherModels: maybe(list(text)),
  exclusive: flag,
  profile: (v) => ['smoke', 'standard', 'exhaustive'].some((profile) => profile === v),
  seed: number,
  timeouts: numbers,
  settleMs: number,
  settleDeadlineMs: number,
  concurrency: number,
  requestsPerSecond: number,
  attempts: number,
  maxRetryAfterMs: number,
  maxBody: number,
  budget: numbers,
  prices: maybe(numbers),
  extraHeaders: headers,
  usageNames: maybe(
    (v) =>
      isObject(v) &&
      Object.values(v).every((name) => text(name) || (isObject(name) && Object.values(name).every(text))),
  ),
  usageRange: maybe(shape({ from: text, to: text })),
  keepIdentities: flag,
  clients: maybe(list(text)),
  shard: maybe(isShard),
});

const RUN = {
  suite: shape({ name: text, version: text, checksDigest: text }),
  spec: shape({ title: text, digest: text }),
  settings: SETTINGS,
  credentials: list(text),
  selection: shape({ only: list(text), skip: list(text), selected: list(text) }),
  catalogue: maybe(
    list(
      shape({
        id: text,
        title: text,
        clauses: list(text),
        level: text,
        restsOn: maybe(list(text)),
        adaptsTo: maybe(list(text)),
        profile: maybe(text),
        client: maybe(text),
      }),
    ),
  ),
  strictness: shape({ require: list(text), failOnWarn: flag }),
  repeat: maybe(text),
  keySources: maybe(shape({ main: keySource, 'empty-wallet': keySource, 'other-organization': keySource })),
  shards: maybe(
    list(
      shape({
        index: count,
        of: count,
        selected: list(text),
        credentials: list(text),
        startedAt: instant,
        endedAt: maybe(instant),
        interrupted: maybe(text),
        unsealed: maybe(flag),
        before: count,
        exchanges: count,
      }),
    ),
  ),
  environment: isObject,
  startedAt: instant,
};

const EXCHANGE = {
  id: exchangeId,
  owner: text,
  turn: count,
  shard: maybe(count),
  label: text,
  credential: text,
  request: shape({ method: text, url: text, headers, body: bytes }),
  response: maybe(
    shape({
      status: count,
      statusText: text,
      httpVersion: text,
      headers,
      body: bytes,
      size: count,
      file: maybe(text),
      coding: text,
      wireBytes: count,
      reads: list(pair(number)),
      leaks: maybe(list(text)),
      leakedIn: maybe(list(pair(text))),
    }),
  ),
  failure: maybe(shape({ kind: text, message: text })),
  billable: maybe(shape({ tokens: number, choices: number })),
  doubted: maybe(list(exchangeId)),
  onConnection: maybe(shape({ place: count, after: exchangeId })),
  startedAt: instant,
  timing: shape({ endMs: instant, headersMs: maybe(number), firstByteMs: maybe(number) }),
};

const FINDING = shape({
  expected: text,
  actual: text,
  place: text,
  exchanges: (v) => list(text)(v) && (v as unknown[]).length > 0,
  derived: maybe((v) => DERIVATIONS.some((derived) => derived === v)),
  seen: maybe(shape({ broken: count, of: count, common: maybe(text) })),
});

const CHECK = {
  id: (v: unknown) => typeof v === 'string' && /^[a-z0-9-]+\/[a-z0-9/-]+$/.test(v),
  verdict: (v: unknown) => VERDICTS.some((verdict) => verdict === v),
  message: text,
  findings: list(FINDING),
  observations: list(shape({ key: text, value: text, exchanges: list(text) })),
  evidence: list(text),
  startedAt: instant,
  durationMs: number,
};

const COUNT: Test = (v) => typeof v === 'string' && /^-?\d{1,40}$/.test(v);
const USAGE_COUNTS = shape({ requests: COUNT, tokens: COUNT });
const COUNTS: Test = (v) => isObject(v) && Object.values(v).every(COUNT);
const USAGE_DAYS = shape({
  from: text,
  to: text,
  totals: shape({ stats: USAGE_COUNTS, summary: maybe(USAGE_COUNTS), export: maybe(USAGE_COUNTS) }),
  days: list(shape({ day: text, stats: maybe(USAGE_COUNTS), export: maybe(USAGE_COUNTS) })),
  where: list(text),
  lines: maybe(
    shape({
      day: text,
      lines: list(
        shape({
          label: text,
          row: maybe(count),
          stats: maybe(COUNTS),
          export: maybe(COUNTS),
          differs: maybe(flag),
        }),
      ),
    }),
  ),
});

const ANSWER_COUNTS = shape({
  kind: (v) => ANSWER_KINDS.some((kind) => kind === v),
  answers: count,
  validated: count,
  broken: count,
  left: list(shape({ reason: text, count })),
});

const SHAPES: Readonly<Record<RecordLine['type'], Record<string, Test>>> = {
  run: RUN,
  exchange: EXCHANGE,
  check: CHECK,
  discovery: {
    model: maybe(text),
    names: maybe(isObject),
    usageDays: maybe(USAGE_DAYS),
    answers: maybe(list(ANSWER_COUNTS)),
  },
  end: { endedAt: instant, stopped: maybe(text), counts: isObject },
};

/** The problem of a line, in words: `is of no kind that a record has`, `has no proper request`. */
export function shapeProblem(line: unknown): string | undefined {
  if (!isObject(line) || typeof line.type !== 'string') return 'has no type';
  if (!Object.hasOwn(SHAPES, line.type)) return 'has an unknown type';
  const wrong = Object.entries(SHAPES[line.type as RecordLine['type']]).find(
    ([name, test]) => !test(line[name]),
  );
  return wrong && `has an invalid value of ${wrong[0]}`;
}
