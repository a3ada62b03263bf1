import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import schema from '#schemas/report.schema.json' with { type: 'json' };
import type { Report } from './model.ts';

/** A report that does not match its published schema: a defect of the suite, or a file that is not a report. */
export class InvalidReport extends Error {
  override name = 'InvalidReport';
}

let compiled: ValidateFunction | undefined;

/** The value as a report; throws an `InvalidReport` that names the first mismatch. */
export function asReport(value: unknown): Report {
  compiled ??= formats
    .default(
      new Ajv2020({
        strict: true,
        strictRequired: false,
        strictTypes: false,
        // A manipulated file can have a million errors: the first is enough.
        allErrors: false,
        // A test validates the schema itself, and optimizing its code does not pay off for one report: both take
        // half the time.
        validateSchema: false,
        code: { optimize: false },
      }),
      ['date-time'],
    )
    .compile(schema);
  if (compiled(value)) return value as Report;
  const places = (compiled.errors ?? []).slice(0, 1).map((e) => `${e.instancePath || '/'} ${e.message}`);
  throw new InvalidReport(`does not match report.schema.json: ${places.join('; ')}`);
}
