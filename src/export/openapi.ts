import { DOCUMENTS, type JsonSchema, type SchemaName } from '../contract/documents.ts';
import type { UsageNames } from '../vocabulary/settings.ts';

/** The published description of the completion endpoint to write (section 2.1). */
export type Description = 'first' | 'second';

/** The inputs of a document. */
export interface OpenapiOptions {
  description: Description;
  /** The address that paths are appended to; default `/`. */
  server?: string;
  /** Literal names of the usage parameters, which the contract does not show (4.2); absent ones are omitted. */
  names?: UsageNames;
  /** Of the document itself: the suite's. */
  version: string;
}

/** The name of each schema in the document. Those of the other description are omitted. */
const NAMES: Readonly<Record<Description, Partial<Record<SchemaName, string>>>> = {
  first: { 'completion-request': 'ChatCompletionRequest', 'completion-response': 'ChatCompletionResponse' },
  second: {
    'completion-request-second': 'ChatCompletionRequest',
    'completion-response-second': 'ChatCompletionResponse',
  },
};
const SHARED: Partial<Record<SchemaName, string>> = {
  message: 'Message',
  tool: 'Tool',
  'tool-call': 'ToolCall',
  'tool-choice': 'ToolChoiceObject',
  'response-format': 'ResponseFormat',
  'usage-record': 'UsageRecord',
  'usage-summary': 'UsageSummary',
};

/** Statuses of the completion endpoint, as section 7 calls them. */
const COMPLETION_ERRORS: Readonly<Record<string, string>> = {
  '400': 'Invalid format: the body cannot be parsed (7.3)',
  '401': 'Authentication fails: the key is missing or invalid (7.1)',
  '402': 'Insufficient balance (7.2)',
  '422': 'Invalid parameters: a value out of bounds or of the wrong type (7.3)',
  '429': 'Rate limit reached (7.4)',
  '500': 'Server error',
  '503': 'Server overloaded (7.4)',
};

/**
 * The contract as an OpenAPI 3.1 document, a plain object. Bodies come from schemas/, with the section of each in
 * `x-clause`. The document omits or leaves open what the contract does not show: unknown names of usage parameters,
 * the shape of errors, columns of the export, statuses of rejected usage requests.
 */
export function openapiDocument(options: OpenapiOptions) {
  const names = { ...SHARED, ...NAMES[options.description] };
  const schemas = Object.fromEntries(
    Object.entries(names).map(([file, name]) => [name, referring(DOCUMENTS[file as SchemaName], names)]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: `Hosted chat completion service (${options.description} published description)`,
      version: options.version,
      description:
        'The contract that chatspec judges by. `x-clause` names the section that states each part. Error bodies, CSV columns and the numbers of refused usage requests are not shown by the contract, and stay open here.',
    },
    servers: [{ url: options.server ?? '/' }],
    security: [{ bearer: [] }],
    paths: {
      '/api/v1/chat/completions': { post: completion() },
      '/api/v1/usage/stats': { get: usage('stats', options.names ?? {}) },
      '/api/v1/usage/summary': { get: usage('summary', options.names ?? {}) },
      '/api/v1/usage/export': { get: usage('export', options.names ?? {}) },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas,
    },
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

function completion() {
  return {
    operationId: 'createChatCompletion',
    summary: 'Create a chat completion, at once or as a stream',
    'x-clause': '4.1',
    requestBody: { required: true, content: json(ref('ChatCompletionRequest')) },
    responses: {
      '200': {
        description:
          'One JSON body; with `stream: true` a stream of chunks that ends with `data: [DONE]` (6)',
        content: {
          ...json(ref('ChatCompletionResponse')),
          'text/event-stream': {
            schema: {
              type: 'string',
              description: 'Each event is one line `data: ` with one JSON object, and a blank line.',
            },
          },
        },
      },
      ...Object.fromEntries(
        Object.entries(COMPLETION_ERRORS).map(([status, description]) => [status, { description }]),
      ),
    },
  };
}

type Endpoint = 'stats' | 'summary' | 'export';

const ENDPOINTS: Readonly<Record<Endpoint, { operationId: string; summary: string; clause: string }>> = {
  stats: { operationId: 'listUsage', summary: 'Daily usage records, in pages', clause: '4.2' },
  summary: { operationId: 'summarizeUsage', summary: 'Usage totals of a date range', clause: '4.3' },
  export: { operationId: 'exportUsage', summary: 'All daily usage of a date range as CSV', clause: '4.4' },
};

function usage(endpoint: Endpoint, names: UsageNames) {
  const { operationId, summary, clause } = ENDPOINTS[endpoint];
  const content = {
    stats: json({ type: 'array', items: ref('UsageRecord') }),
    summary: json(ref('UsageSummary')),
    export: { '*/*': { schema: { type: 'string', description: 'CSV; its columns are not shown' } } },
  }[endpoint];
  return {
    operationId,
    summary,
    'x-clause': clause,
    parameters: parameters(endpoint, names),
    responses: {
      '200': { description: 'Successful response', content },
      '4XX': { description: 'Authentication fails, or invalid parameters; the numbers are not shown (4.5)' },
      '5XX': { description: 'Server error; the number is not shown (4.5)' },
    },
  };
}

/** The parameters whose names are known, in the order of section 4.2. */
function parameters(endpoint: Endpoint, names: UsageNames) {
  const date = { type: 'string', description: 'ISO format' };
  const count = (byDefault: number) => ({ type: 'integer', minimum: 0, default: byDefault });
  const all = [
    { name: names.start, description: 'lower bound of the date range', schema: date, everywhere: true },
    { name: names.end, description: 'upper bound of the date range', schema: date, everywhere: true },
    { name: names.model, description: 'filter by model', schema: { type: 'string' } },
    { name: names.provider, description: 'filter by provider', schema: { type: 'string' } },
    { name: names.source, description: 'filter by source', schema: { type: 'string', enum: ['api', 'app'] } },
    { name: names.limit, description: 'number of records to return', schema: count(100) },
    { name: names.offset, description: 'number of records to skip', schema: count(0) },
  ];
  return all.flatMap(({ name, description, schema, everywhere }) =>
    name === undefined || (endpoint !== 'stats' && !everywhere)
      ? []
      : [{ name, in: 'query', required: false, description, schema }],
  );
}

/** A schema for the document: without its own address, with references to components. */
function referring(node: JsonSchema, names: Partial<Record<SchemaName, string>>): unknown {
  const { $schema: _, $id: __, ...rest } = node;
  return turned(rest, names);
}

function turned(node: unknown, names: Partial<Record<SchemaName, string>>): unknown {
  if (Array.isArray(node)) return node.map((item) => turned(item, names));
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string'
        ? [key, ref(names[value.replace(/\.json$/, '') as SchemaName]!).$ref]
        : // Our own format accepts every form of ISO 8601, under a name that other tools do not know.
          value === 'date-time-iso'
          ? [key, 'date-time']
          : [key, turned(value, names)],
    ),
  );
}
