import { MAX_HEADERS } from '../http/extra-headers.ts';
import { DERIVATIONS } from '../vocabulary/derivation.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { LARGEST_BODY, MOST_MODELS, MOST_VALUES, PROFILES, type Shard } from '../vocabulary/settings.ts';
import { ANSWER_KINDS } from '../vocabulary/sweep.ts';
import { VERDICTS } from '../vocabulary/verdict.ts';
import {
  count,
  instant,
  isObject,
  list,
  maybe,
  number,
  oneOf,
  pair,
  shape,
  type Test,
  table,
  text,
  within,
  word,
} from './shapes.ts';

/**
 * The required content of each kind of line, so that readers can rely on it. A record of a killed run, or a
 * manipulated one, is judged by its content; an invalid line is reported with its number.
 */

const base64: Test = (v) => typeof v === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(v);
const bytes: Test = (v) => isObject(v) && (text(v.text) || base64(v.base64));
const exchangeId: Test = (v) => typeof v === 'string' && /^e(?:0|[1-9]\d{0,11})$/.test(v);
const headers = list(pair(text));

const flag: Test = (v) => typeof v === 'boolean';
const day: Test = (v) => typeof v === 'string' && /^\d{4}-\d\d-\d\d$/.test(v);
const address: Test = (v) => word(v) && /^https?:$/.test(URL.parse(v as string)?.protocol ?? '');
/** Other releases may divide a run into more shards than this one. */
const MOST_SHARDS = 20;
const isShard: Test = (v) =>
  shape({ index: count, of: count })(v) &&
  within((v as Shard).index, MOST_SHARDS)((v as Shard).of) &&
  (v as Shard).index > 0;
const names = table((v) => text(v) || table(text, 100)(v), 20);

const HOUR = 3_600_000;
/** The limits are those of the command line. */
const SETTINGS = shape({
  baseUrl: address,
  apiPath: maybe(word),
  model: maybe(word),
  reasoningModel: maybe(word),
  otherModels: maybe(list(word, MOST_MODELS)),
  exclusive: flag,
  profile: oneOf(PROFILES),
  seed: within(0, 2 ** 32 - 1),
  timeouts: table(within(0, 3 * HOUR), 10),
  settleMs: within(0, 24 * HOUR),
  settleDeadlineMs: within(0, 4 * 24 * HOUR),
  concurrency: within(1, 256),
  requestsPerSecond: within(0, 1e6),
  attempts: within(1, 100),
  maxRetryAfterMs: within(0, 24 * HOUR),
  maxBody: within(0, LARGEST_BODY),
  budget: table(within(0, 1e15), 10),
  prices: maybe(table(within(0, 1e6), 2)),
  extraHeaders: list(pair(word), MOST_VALUES),
  secretHeaders: maybe(list(word, MOST_VALUES)),
  ca: maybe(text),
  usageNames: maybe(names),
  usageRange: maybe(shape({ from: day, to: day })),
  keepIdentities: flag,
  clients: maybe(list(word, MOST_VALUES)),
  shard: maybe(isShard),
});

/** More checks, selectors or accepted findings than a run has. */
const MOST_LISTED = 5_000;
const ids = list(word, MOST_LISTED);
const CREDENTIALS: readonly Credential[] = ['main', 'empty-wallet', 'other-organization', 'none'];
const credentials = list(oneOf(CREDENTIALS), CREDENTIALS.length);
const CATALOGUE_ENTRY = shape({
  id: word,
  title: word,
  clauses: list(word, 100),
  level: word,
  restsOn: maybe(ids),
  adaptsTo: maybe(ids),
  profile: maybe(word),
  client: maybe(word),
});
const KNOWN = shape({ check: word, fingerprint: word, reason: text, owner: text, until: text });
const MERGED_SHARD = shape({
  index: count,
  of: count,
  selected: ids,
  credentials,
  startedAt: instant,
  endedAt: maybe(instant),
  interrupted: maybe(text),
  unsealed: maybe(flag),
  before: count,
  exchanges: count,
});

const RUN = {
  suite: shape({ name: word, version: word, checksDigest: word }),
  spec: shape({ title: word, digest: word }),
  settings: SETTINGS,
  credentials,
  unmadeKeys: maybe(table(text, 10)),
  selection: shape({ only: ids, skip: ids, selected: ids }),
  catalogue: maybe(list(CATALOGUE_ENTRY, MOST_LISTED)),
  strictness: shape({ require: list(word, MOST_VALUES), failOnWarn: flag }),
  known: maybe(list(KNOWN, MOST_LISTED)),
  repeat: maybe(text),
  shards: maybe(list(MERGED_SHARD, MOST_SHARDS)),
  environment: shape({ node: word, platform: word, dependencies: table(word, 1_000) }),
  startedAt: instant,
};

const EXCHANGE = {
  id: exchangeId,
  owner: word,
  turn: count,
  shard: maybe(count),
  label: word,
  credential: oneOf(CREDENTIALS),
  request: shape({ method: word, url: word, headers, body: bytes }),
  response: maybe(
    shape({
      status: count,
      statusText: word,
      httpVersion: word,
      headers: list(pair(text), MAX_HEADERS),
      body: bytes,
      size: count,
      file: maybe(word),
      coding: word,
      wireBytes: count,
      reads: list(pair(number), MOST_VALUES),
      leaks: maybe(list(word, MOST_VALUES)),
      leakedIn: maybe(list(pair(word), MOST_VALUES)),
    }),
  ),
  failure: maybe(shape({ kind: word, message: word })),
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
  derived: maybe(oneOf(DERIVATIONS)),
  seen: maybe(shape({ broken: count, of: count, common: maybe(text) })),
});

const CHECK = {
  id: (v: unknown) => typeof v === 'string' && /^[a-z0-9-]+\/[a-z0-9/-]+$/.test(v),
  verdict: oneOf(VERDICTS),
  message: text,
  findings: list(FINDING),
  observations: list(shape({ key: text, value: text, exchanges: list(text) })),
  evidence: list(text),
  startedAt: instant,
  durationMs: number,
};

const COUNT: Test = (v) => typeof v === 'string' && /^-?\d{1,40}$/.test(v);
const USAGE_COUNTS = shape({ requests: COUNT, tokens: COUNT });
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
          stats: maybe(table(COUNT, MOST_LISTED)),
          export: maybe(table(COUNT, MOST_LISTED)),
          differs: maybe(flag),
        }),
      ),
    }),
  ),
});

const ANSWER_COUNTS = shape({
  kind: oneOf(ANSWER_KINDS),
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
    names: maybe(names),
    usageDays: maybe(USAGE_DAYS),
    answers: maybe(list(ANSWER_COUNTS, ANSWER_KINDS.length)),
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
