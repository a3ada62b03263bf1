import type { JsonSchema } from '../contract/documents.ts';
import type { OptionDefinition } from '../options/definition.ts';
import { KEY_MEMBERS, memberOf, PLAIN_OPTIONS } from './members.ts';

const NUMBERS = new Set(['N', 'X', 'SECONDS']);

/** The published schema of a configuration, generated from the options so that none is missing. */
export function configSchema(): JsonSchema {
  const target = targetMembers();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'config.schema.json',
    title: 'Configuration of chatspec',
    description:
      'The format of chatspec.config.json, chatspec.config.ts and the chatspec member of package.json.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'location of this schema, for editors' },
      ...target,
      targets: {
        type: 'object',
        description: 'targets by name, chosen with --at',
        additionalProperties: { type: 'object', additionalProperties: false, properties: target },
      },
    },
  };
}

function targetMembers(): Record<string, JsonSchema> {
  const keys = KEY_MEMBERS.map(({ member, option }) => [
    member,
    secret(`source of the key of --${option}: an environment variable or a file, never the key itself`),
  ]);
  const plain = PLAIN_OPTIONS.map((option) => [memberOf(option.name), ofOption(option)]);
  return {
    ...Object.fromEntries([...keys, ...plain]),
    header: {
      type: 'object',
      description: 'headers for every request, by name; name secrets by their environment variable',
      additionalProperties: { anyOf: [{ type: 'string' }, named('env')] },
    },
  };
}

function secret(description: string): JsonSchema {
  return { description, anyOf: [named('env'), named('file')] };
}

function named(member: 'env' | 'file'): JsonSchema {
  return {
    type: 'object',
    required: [member],
    additionalProperties: false,
    properties: { [member]: { type: 'string' } },
  };
}

function ofOption({ value, multiple, help }: OptionDefinition): JsonSchema {
  const one: JsonSchema = {
    type: value === undefined ? 'boolean' : NUMBERS.has(value) ? 'number' : 'string',
  };
  if (!multiple) return { description: help, ...one };
  return { description: help, anyOf: [one, { type: 'array', items: one }] };
}
