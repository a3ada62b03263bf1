import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CompletionRequest, Generation, Json, JsonSchema } from './completion-types.ts';
import { type CsvStyle, PLAIN_CSV } from './csv-style.ts';
import type { Account, Endpoint, Reply, ServiceRequest, Write } from './message.ts';
import {
  type ErrorBody,
  openaiError,
  type Refusal,
  refusalHeaders,
  STATUSES,
  type Violation,
} from './refusal.ts';
import type {
  EntryOrigin,
  ParsedParameter,
  UsageEntry,
  UsageParameter,
  UsageQuery,
  UsageRecord,
  UsageSource,
  UsageSummary,
} from './usage-record.ts';

/** A step on the way to a response; each may reject. Usage requests skip the steps for bodies and money. */
export type Step = 'authenticate' | 'admit' | 'read' | 'validate' | 'model' | 'balance';

/** The text of a JSON value in a response. */
export type Kind = 'completion' | 'chunk' | 'stats' | 'summary';

/**
 * Every observable decision of the service. The service does the correct thing and passes it to the hook for
 * changes: most default hooks return their input. A deviation is a partial override based on the previous behavior,
 * so that several can be combined; it is created once per service, so that its closure may have state.
 */
export interface Behaviour {
  // Any request

  /** Which endpoint a path has; undefined is 404. */
  route(path: string, request: ServiceRequest): Endpoint | undefined;
  /** Methods of an endpoint; another one is 405. */
  methods(endpoint: Endpoint): readonly string[];
  /** The order of the steps. */
  steps(request: ServiceRequest): readonly Step[];
  /**
   * The account of a request, given the service's own result; undefined is 401. `accounts` are all existing ones.
   */
  authenticate(
    found: Account | undefined,
    request: ServiceRequest,
    accounts: readonly Account[],
  ): Account | undefined;
  /** An error instead of a response (rate limit, sporadic failures), given the service's own. */
  admit(refusal: Refusal | undefined, request: ServiceRequest): Refusal | undefined;
  /** Whether the wallet can pay, given the service's own result. */
  balance(sufficient: boolean, request: ServiceRequest): boolean;
  /** Milliseconds before the response begins. */
  latencyMs(request: ServiceRequest): number;
  /** The last change of every response. */
  reply(reply: Reply, request: ServiceRequest): Reply;
  /**
   * Writes the response itself and returns true; false lets the service write it. For responses that HTTP servers
   * do not send: wrong lengths, resets, endless bodies.
   */
  wire(reply: Reply, request: ServiceRequest, outgoing: ServerResponse, incoming: IncomingMessage): boolean;

  // Refusals

  /** The status of a refusal. */
  status(refusal: Refusal, request: ServiceRequest): number;
  /** The body of a refusal. */
  errorBody(refusal: Refusal, request: ServiceRequest): ErrorBody;
  /** Headers of an error in addition to its Content-Type. */
  errorHeaders(refusal: Refusal, request: ServiceRequest): [string, string][];
  /** Turns an error into another reply than status, headers and body (a 200, an event stream). */
  refuse(reply: Reply, refusal: Refusal, request: ServiceRequest): Reply;

  // Completion requests

  /** The schema for validating bodies: a copy that may be changed. Called once, at start. */
  requestSchema(schema: JsonSchema): JsonSchema;
  /** The body's text before parsing; undefined for invalid UTF-8, which is 400. May throw `Refused`. */
  bodyText(text: string | undefined, request: ServiceRequest): string | undefined;
  /** The parsed body before validation: coercions, clamps. The service passes its own value. */
  normalize(body: unknown, request: ServiceRequest): unknown;
  /** The violations that count against the request. */
  violations(found: readonly Violation[], body: unknown, request: ServiceRequest): readonly Violation[];
  /** The valid body for the model: members may be dropped or changed. */
  understand(body: CompletionRequest, request: ServiceRequest): CompletionRequest;
  /** Whether the service has a model of this name. */
  knowsModel(known: boolean, model: string, request: ServiceRequest): boolean;

  // Completion responses

  /** The model's completion before serialization and billing. */
  generation(generation: Generation, body: CompletionRequest, request: ServiceRequest): Generation;
  /** Whether the completion is streamed. */
  streams(streamed: boolean, body: CompletionRequest, request: ServiceRequest): boolean;
  /** The response object before it is serialized. */
  completion(json: Json, body: CompletionRequest, request: ServiceRequest): Json;
  /** JSON as text: `text` is what `JSON.stringify` gives. */
  serialize(text: string, json: unknown, kind: Kind, request: ServiceRequest): string;
  /** The stream's chunks, in order. */
  chunks(chunks: Json[], body: CompletionRequest, request: ServiceRequest): Json[];
  /** The stream's payloads, `[DONE]` included, before they are framed. */
  payloads(payloads: string[], request: ServiceRequest): string[];
  /** Events as text, one per payload (`data: …\n\n`); events may be added or removed. */
  events(events: string[], payloads: readonly string[], request: ServiceRequest): string[];
  /** How the stream's bytes are split into writes, and the delay before each. */
  writes(writes: Write[], request: ServiceRequest): Write[];

  // Accounting

  /** The recorded usage of a completion, given its actual usage. Called once, after the whole was sent. */
  account(entry: UsageEntry, origin: EntryOrigin, request: ServiceRequest): UsageEntry[];
  /** The recorded usage of a rejected completion: none. */
  accountRefusal(refusal: Refusal, request: ServiceRequest): UsageEntry[];
  /** Milliseconds until an entry is visible in the usage endpoints. */
  lagMs(entry: UsageEntry, request: ServiceRequest): number;
  /** Usage of other users before this request to a usage endpoint. */
  traffic(request: ServiceRequest): UsageEntry[];

  // Usage endpoints

  /** The names of the query parameters; undefined: the parameter does not exist. */
  usageNames(endpoint: Endpoint): Readonly<Partial<Record<UsageParameter, string>>>;
  unknownParameters: 'ignore' | 'refuse';
  /** The parsed value of a parameter. Days since 1970 for start and end. */
  parseParameter(
    parsed: ParsedParameter,
    parameter: UsageParameter,
    text: string,
    request: ServiceRequest,
  ): ParsedParameter;
  /** Whether the end date is included in the range. */
  endInclusive: boolean;
  /** How far east of UTC the service's day begins, in minutes. */
  dayOffsetMinutes: number;
  /** Days before today that are returned without a start; undefined returns all. */
  defaultRangeDays: number | undefined;
  /** The default page size, and the result of a size above the maximum. */
  pages: { default: number; largest: number; beyond: 'cap' | 'refuse' };
  /** Order of records: SQL over the members of 2.8, unique at its end, so that pages are stable. */
  order: string;
  /** The query for the store. Last change of ranges, filters and pages; `organization` is the key's. */
  usageQuery(query: UsageQuery, request: ServiceRequest): UsageQuery;
  /** The records of a stats page. */
  list(source: UsageSource, query: UsageQuery, request: ServiceRequest): UsageRecord[];
  /** The records of an export, one by one. */
  exported(source: UsageSource, query: UsageQuery, request: ServiceRequest): Iterable<UsageRecord>;
  /** The sums. */
  summarize(source: UsageSource, query: UsageQuery, request: ServiceRequest): UsageSummary;
  /** A record of the stats before it is serialized. */
  record(json: Json, request: ServiceRequest): Json;
  /** The stats' whole body before it is serialized. */
  envelope(records: unknown[], request: ServiceRequest): unknown;
  /** The summary before it is serialized. */
  summary(json: Json, query: UsageQuery, request: ServiceRequest): Json;
  csv: CsvStyle;
  /** The cells of a row before quoting; the header is row 0 when there is one. */
  csvRow(cells: string[], row: number, request: ServiceRequest): string[];
  /** The export's text line by line, after quoting, each with its newline. */
  csvLines(lines: Iterable<string>, request: ServiceRequest): Iterable<string>;
}

/** Changes a behavior; based on the previous one. */
export type Change = (before: Behaviour) => Partial<Behaviour>;

/** Applies changes to a behavior, the first one first. */
export function change(base: Behaviour, changes: readonly Change[]): Behaviour {
  let behaviour = base;
  for (const next of changes) behaviour = { ...behaviour, ...next(behaviour) };
  return behaviour;
}

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/api/v1/chat/completions': 'completions',
  '/api/v1/usage/stats': 'stats',
  '/api/v1/usage/summary': 'summary',
  '/api/v1/usage/export': 'export',
};

/** The default `requestSchema`: bodies are validated by the published schema. */
export const asPublished: Behaviour['requestSchema'] = (schema) => schema;

/** The behavior that follows the whole contract. */
export function faithful(): Behaviour {
  return {
    route: (path) => (Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined),
    methods: (endpoint) => (endpoint === 'completions' ? ['POST'] : ['GET', 'HEAD']),
    steps: () => ['authenticate', 'admit', 'read', 'validate', 'model', 'balance'],
    authenticate: (found) => found,
    admit: (refusal) => refusal,
    balance: (sufficient) => sufficient,
    latencyMs: () => 0,
    reply: (reply) => reply,
    wire: () => false,
    status: (refusal) => STATUSES[refusal.reason],
    errorBody: openaiError,
    errorHeaders: refusalHeaders,
    refuse: (reply) => reply,
    requestSchema: asPublished,
    bodyText: (text) => text,
    normalize: (body) => body,
    violations: (found) => found,
    understand: (body) => body,
    knowsModel: (known) => known,
    generation: (generation) => generation,
    streams: (streamed) => streamed,
    completion: (json) => json,
    serialize: (text) => text,
    chunks: (chunks) => chunks,
    payloads: (payloads) => payloads,
    events: (events) => events,
    writes: (writes) => writes,
    account: (entry) => [entry],
    accountRefusal: () => [],
    lagMs: () => 0,
    traffic: () => [],
    usageNames: (endpoint) =>
      endpoint === 'stats'
        ? {
            ...RANGE,
            model: 'model',
            provider: 'model_provider',
            source: 'source',
            limit: 'limit',
            offset: 'offset',
          }
        : RANGE,
    unknownParameters: 'ignore',
    parseParameter: (parsed) => parsed,
    endInclusive: true,
    dayOffsetMinutes: 0,
    defaultRangeDays: undefined,
    pages: { default: 100, largest: 1000, beyond: 'cap' },
    order: 'date DESC, email, model, model_provider, source',
    usageQuery: (query) => query,
    list: (source, query) => source.list(query),
    exported: (source, query) => source.each(query),
    summarize: (source, query) => source.sum(query),
    record: (json) => json,
    envelope: (records) => records,
    summary: (json) => json,
    csv: PLAIN_CSV,
    csvRow: (cells) => cells,
    csvLines: (lines) => lines,
  };
}

const RANGE = { start: 'start_date', end: 'end_date' } as const;
