import chunkDocumented from '#schemas/chunk-documented.json' with { type: 'json' };
import completionRequest from '#schemas/completion-request.json' with { type: 'json' };
import completionRequestSecond from '#schemas/completion-request-second.json' with { type: 'json' };
import completionResponse from '#schemas/completion-response.json' with { type: 'json' };
import completionResponseSecond from '#schemas/completion-response-second.json' with { type: 'json' };
import message from '#schemas/message.json' with { type: 'json' };
import responseFormat from '#schemas/response-format.json' with { type: 'json' };
import tool from '#schemas/tool.json' with { type: 'json' };
import toolCall from '#schemas/tool-call.json' with { type: 'json' };
import toolChoice from '#schemas/tool-choice.json' with { type: 'json' };
import usageRecord from '#schemas/usage-record.json' with { type: 'json' };
import usageSummary from '#schemas/usage-summary.json' with { type: 'json' };

/** The used subset of JSON Schema 2020-12. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  'x-clause'?: string;
  default?: unknown;
  type?: string | string[];
  format?: string;
  contentMediaType?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, JsonSchema | true>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

const FILES = {
  'completion-request': completionRequest,
  'completion-request-second': completionRequestSecond,
  'completion-response': completionResponse,
  'completion-response-second': completionResponseSecond,
  'chunk-documented': chunkDocumented,
  message,
  'response-format': responseFormat,
  tool,
  'tool-call': toolCall,
  'tool-choice': toolChoice,
  'usage-record': usageRecord,
  'usage-summary': usageSummary,
};
export type SchemaName = keyof typeof FILES;

/** The published files by name, as on disk: with references between them. */
export const DOCUMENTS = FILES as unknown as Readonly<Record<SchemaName, JsonSchema>>;

/**
 * A schema with every reference resolved: one self-contained document, as a copy. No schema here refers to itself,
 * so this ends.
 */
export function bundled(name: SchemaName): JsonSchema {
  return inline(DOCUMENTS[name]) as JsonSchema;
}

function inline(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inline);
  if (node === null || typeof node !== 'object') return node;
  const { $ref, ...rest } = node as { $ref?: string };
  if ($ref !== undefined) {
    const { $schema: _, $id: __, ...target } = DOCUMENTS[$ref.replace(/\.json$/, '') as SchemaName];
    return inline({ ...target, ...rest });
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value)]));
}
