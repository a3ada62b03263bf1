import { isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { beyondBounds, type JsonBounds } from '../vocabulary/json-bounds.ts';
import { BadFile } from './regular-file.ts';

/** Ten times the structure of a large report. */
const BOUNDS: JsonBounds = { depth: 100, parts: 50_000, values: 300_000 };

/**
 * The text of a JSON file. Throws `BadFile` with the problem of the file `name`: invalid UTF-8, or more structure than
 * `bounds`.
 */
export function boundedText(bytes: Buffer, name: string, bounds = BOUNDS): string {
  const text = bytes.toString();
  const problem = isUtf8(bytes) ? beyondBounds(text, bounds) : 'is not UTF-8';
  if (problem) throw new BadFile(`${name} ${problem}`);
  return text;
}

/** The value of a JSON file with this `shape`. Throws `BadFile` with its problem. */
export function parseJsonFile<T>(bytes: Buffer, shape: (value: unknown) => T, bounds = BOUNDS): T {
  const text = boundedText(bytes, 'it', bounds);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadFile('it is not JSON');
  }
  return shape(value);
}

/** Accepts values that match a JSON Schema, compiled on first use; throws `BadFile` with the first violation. */
export function shapedBy<T>(schema: object): (value: unknown) => T {
  let fits: ValidateFunction | undefined;
  return (value) => {
    fits ??= compiled(schema);
    if (fits(value)) return value as T;
    const [error] = fits.errors ?? [];
    throw new BadFile(`${error?.instancePath || 'it'} ${error?.message}`);
  };
}

/** The library is loaded for the first file: most runs read none. */
function compiled(schema: object): ValidateFunction {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const formats = require('ajv-formats') as typeof import('ajv-formats');
  return formats.default(new Ajv2020({ allErrors: false }), ['date', 'date-time', 'uri']).compile(schema);
}
