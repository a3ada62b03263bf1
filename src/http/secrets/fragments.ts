import { foldText } from './fold.ts';
import type { Form } from './forms.ts';
import type { Hit } from './search.ts';
import { isMade, schemeLength } from './weak.ts';

/** Characters of a fragment, and of all that are different together: nobody's text has as much of a secret by chance. */
const FRAGMENT = 8;
const TOGETHER = 16;
/** A shorter secret is found as a whole. */
const SHORTEST = 20;

/** The name of forms that fragments are known by. */
export const FRAGMENTS = 'in fragments';

/**
 * The form of which fragments are looked for, in any order and with anything between them: lists that are read from their end, parts
 * that are numbered, or that overlap.
 */
export function fragmentFormsOf(secret: string): Form[] {
  if (secret.length < SHORTEST || !isMade(secret)) return [];
  const open = schemeLength(secret);
  return [{ name: FRAGMENTS, folded: foldText(secret), least: FRAGMENT, open, alone: false, secret }];
}

/** Of the fragments that were found those of secrets of which there are enough: one alone says nothing. */
export function enoughTogether(hits: readonly Hit[]): Hit[] {
  const fragments = hits.filter(({ form }) => form.name === FRAGMENTS);
  if (fragments.length < 2) return [];
  const byForm = Map.groupBy(fragments, ({ form }) => form);
  return [...byForm].flatMap(([form, own]) => (covered(form, own) >= TOGETHER ? own : []));
}

/** Characters of a secret, beyond what everybody knows, that some stretches tell together. */
function covered(form: Form, hits: readonly Hit[]): number {
  const told = new Uint8Array(form.folded.length);
  for (const { first, places } of hits) told.fill(1, Math.max(first, form.open), first + places.length);
  return told.reduce((sum, one) => sum + one, 0);
}
