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

/** A step on the way to an answer; each may refuse. Usage requests skip the steps that are about bodies and money. */
export type Step = 'authenticate' | 'admit' | 'read' | 'validate' | 'model' | 'balance';

/** What a JSON text on the wire is. */
export type Kind = 'completion' | 'chunk' | 'stats' | 'summary';

/**
 * Every observable decision of the service, which does the faithful thing and hands it to the hook for the last word:
 * most faithful hooks return what they are given. A deviation is a partial override made from the behaviour before it,
 * so that several lie over each other; it is made once per service, so that its closure may hold state.
 */
export interface Behaviour {
  // Any request

  /** Which endpoint a path has; undefined is 404. */
  route(path: string, request: ServiceRequest): Endpoint | undefined;
  /** Methods of an endpoint; another one is 405. */
  methods(endpoint: Endpoint): readonly string[];
  /** The order of the steps. */
  steps(request: ServiceRequest): readonly Step[];
  /** The account behind a request, given the one that the service found; undefined is 401. `accounts` are all there are. */
  authenticate(
    found: Account | undefined,
    request: ServiceRequest,
    accounts: readonly Account[],
  ): Account | undefined;
  /** A refusal in place of an answer (rate limit, sporadic trouble), given the service's own. */
  admit(refusal: Refusal | undefined, request: ServiceRequest): Refusal | undefined;
  /** Whether the wallet can pay, given what the service says. */
  balance(sufficient: boolean, request: ServiceRequest): boolean;
  /** Milliseconds before the answer begins. */
  latencyMs(request: ServiceRequest): number;
  /** The last word on every response. */
  reply(reply: Reply, request: ServiceRequest): Reply;
  /**
   * Writes the response by itself and returns true; false lets the service write it. For what HTTP servers do not
   * do: wrong lengths, resets, bodies that never end.
   */
  wire(reply: Reply, request: ServiceRequest, outgoing: ServerResponse, incoming: IncomingMessage): boolean;

  // Refusals

  /** The status of a refusal. */
  status(refusal: Refusal, request: ServiceRequest): number;
  /** The body of a refusal. */
  errorBody(refusal: Refusal, request: ServiceRequest): ErrorBody;
  /** Headers of a refusal beside its Content-Type. */
  errorHeaders(refusal: Refusal, request: ServiceRequest): [string, string][];
  /** Turns a refusal into another reply than status, headers and body make (a 200, an event stream). */
  refuse(reply: Reply, refusal: Refusal, request: ServiceRequest): Reply;

  // Completion requests

  /** The schema that bodies are validated by: a copy that may be changed. Called once, at start. */
  requestSchema(schema: JsonSchema): JsonSchema;
  /** The body's text before it is parsed; undefined when it isn't UTF-8, which is 400. May throw `Refused`. */
  bodyText(text: string | undefined, request: ServiceRequest): string | undefined;
  /** The parsed body before it is validated: coercions, clamps. The service hands over a value of its own. */
  normalize(body: unknown, request: ServiceRequest): unknown;
  /** What of the violations that were found is held against the request. */
  violations(found: readonly Violation[], body: unknown, request: ServiceRequest): readonly Violation[];
  /** The valid body as the model gets it: members may be dropped or changed. */
  understand(body: CompletionRequest, request: ServiceRequest): CompletionRequest;
  /** Whether the service has a model of this name. */
  knowsModel(known: boolean, model: string, request: ServiceRequest): boolean;

  // Completion responses

  /** The model's answer, before it becomes JSON or chunks, and before it is billed. */
  generation(generation: Generation, body: CompletionRequest, request: ServiceRequest): Generation;
  /** Whether the answer is streamed. */
  streams(streamed: boolean, body: CompletionRequest, request: ServiceRequest): boolean;
  /** The response object before it is serialized. */
  completion(json: Json, body: CompletionRequest, request: ServiceRequest): Json;
  /** JSON as text: `text` is what `JSON.stringify` gives. */
  serialize(text: string, json: unknown, kind: Kind, request: ServiceRequest): string;
  /** The stream's chunks, in order. */
  chunks(chunks: Json[], body: CompletionRequest, request: ServiceRequest): Json[];
  /** The stream's payloads, `[DONE]` included, before they are framed. */
  payloads(payloads: string[], request: ServiceRequest): string[];
  /** Events as text, one a payload (`data: …\n\n`); an event more or less may be there. */
  events(events: string[], payloads: readonly string[], request: ServiceRequest): string[];
  /** How the stream's bytes are cut into writes, and the delays before each. */
  writes(writes: Write[], request: ServiceRequest): Write[];

  // Accounting

  /** What is recorded of an answer, given what it came to. Called once per answer, when the whole has been sent. */
  account(entry: UsageEntry, origin: EntryOrigin, request: ServiceRequest): UsageEntry[];
  /** What is recorded of a refused completion: nothing. */
  accountRefusal(refusal: Refusal, request: ServiceRequest): UsageEntry[];
  /** Milliseconds until an entry shows in the usage endpoints. */
  lagMs(entry: UsageEntry, request: ServiceRequest): number;
  /** Usage that others made before this request to a usage endpoint. */
  traffic(request: ServiceRequest): UsageEntry[];

  // Usage endpoints

  /** What the query parameters are called; undefined: there is no such parameter. */
  usageNames(endpoint: Endpoint): Readonly<Partial<Record<UsageParameter, string>>>;
  unknownParameters: 'ignore' | 'refuse';
  /** A parameter's text as understood. A number of days since 1970 for start and end. */
  parseParameter(
    parsed: ParsedParameter,
    parameter: UsageParameter,
    text: string,
    request: ServiceRequest,
  ): ParsedParameter;
  /** Whether the end date belongs to the range. */
  endInclusive: boolean;
  /** How far east of UTC the service's day begins, in minutes. */
  dayOffsetMinutes: number;
  /** Days back from today that are shown when no start is given; undefined shows all. */
  defaultRangeDays: number | undefined;
  /** Page size when none is given, and what a size above the largest becomes. */
  pages: { default: number; largest: number; beyond: 'cap' | 'refuse' };
  /** Order of records: SQL over the members of 2.8, unique at its end, so that pages are stable. */
  order: string;
  /** What is asked of the store. Last word on ranges, filters and pages; `organization` is the key's. */
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

/** Changes a behaviour; made from the one before it. */
export type Change = (before: Behaviour) => Partial<Behaviour>;

/** Lays changes over a behaviour, the first one first. */
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

/** The faithful `requestSchema`: bodies are validated by the published schema. */
export const asPublished: Behaviour['requestSchema'] = (schema) => schema;

/** The behaviour that keeps the whole contract. */
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
