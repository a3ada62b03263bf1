import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import schema from '#schemas/report.schema.json' with { type: 'json' };
import type { Report } from './model.ts';

/** A report that does not fit its published schema: a defect of the suite, or a file that is no report. */
export class InvalidReport extends Error {
  override name = 'InvalidReport';
}

let compiled: ValidateFunction | undefined;

/** The value as a report; throws `InvalidReport` naming the first place that doesn't fit. */
export function asReport(value: unknown): Report {
  compiled ??= formats
    .default(
      new Ajv2020({
        strict: true,
        strictRequired: false,
        strictTypes: false,
        // A file that somebody made can hold a million errors: the first is enough.
        allErrors: false,
        // A test looks at the schema itself, and one report is no reason to make its code shorter: both take half the time.
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
