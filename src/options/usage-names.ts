import { parseJsonFile, shapedBy } from '../files/json.ts';
import { readNamed } from '../files/named-file.ts';
import { BadFile } from '../files/regular-file.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { UsageNames } from '../vocabulary/settings.ts';

const NAME_MEMBERS = ['start', 'end', 'model', 'provider', 'source', 'limit', 'offset'] as const;
const NAME = { type: 'string', minLength: 1 };

const shape = shapedBy<{ usage: UsageNames }>({
  type: 'object',
  required: ['usage'],
  properties: {
    usage: {
      type: 'object',
      additionalProperties: false,
      properties: {
        ...Object.fromEntries(NAME_MEMBERS.map((member) => [member, NAME])),
        columns: { type: 'object', maxProperties: 100, additionalProperties: { type: 'string' } },
      },
    },
  },
});

/** The names in a file of `--save-target`. Throws `OptionError` for any other content. */
export function readNames(file: string): UsageNames {
  const named = `--target ${file}`;
  try {
    return parseJsonFile(readNamed(file, named), shape).usage;
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    throw new OptionError(`${named} is not a file of --save-target: ${error.message}`);
  }
}
