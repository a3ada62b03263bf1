import { schemaOf } from '../contract/schemas.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import { historyRow, logprobsRow, plainRow, ROOMY, schemaRow, stopRow, toolRow } from './basics.ts';
import type { Constraint } from './constraints.ts';
import { places } from './edit.ts';
import { acceptanceOf } from './planned.ts';
import { sample } from './sample.ts';
import { DEPENDENT_MEMBERS } from './single.ts';

/** A valid request and the place in it where a constraint can be violated. */
export interface Carrier {
  row: PlannedCompletion;
  path: string[];
  /** The same place in other elements of the lists on the path. */
  others: readonly string[][];
}

/**
 * The request for violating a constraint: the minimal one for top-level members, otherwise the first of the named
 * requests that has the member, or could have it. A member that none of them has gets its own request. Tools are
 * violated only if no choice names one of them: an invalid tool could not be found, which is another error.
 */
export function carrierOf({ path }: Constraint, model: string): Carrier {
  const [top = ''] = path;
  const companion = DEPENDENT_MEMBERS[top];
  if (path.length === 1) {
    if (!companion) return { row: plainRow(model), path: [...path], others: [] };
    const row = [logprobsRow(model), toolRow(model)].find((r) => companion in r.body);
    return row ? { row, path: [...path], others: [] } : sampled(path, model);
  }
  const rows = [plainRow, logprobsRow, historyRow, toolRow, schemaRow, stopRow].map((make) => make(model));
  for (const leaf of [true, false]) {
    for (const row of rows) {
      const [place, ...others] = places(row.body, path, leaf);
      if (place) return { row, path: place, others };
    }
  }
  return sampled(path, model);
}

function sampled(path: readonly string[], model: string): Carrier {
  const plain = plainRow(model);
  const [top] = path as [string];
  const inner = schemaOf('completion-request').properties?.[top];
  const body = { ...plain.body, [top]: typeof inner === 'object' ? sample(inner) : {} };
  const row = planned(`sample-${top}`, `a request with ${top}`, body, acceptanceOf(top));
  const [place, ...others] = places(body, path, false);
  if (!place) throw new Error(`no request has a place for /${path.join('/')}`);
  return { row: { ...row, tokens: Math.min(row.tokens, ROOMY) }, path: place, others };
}
