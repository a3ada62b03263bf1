import type { CheckContext } from '../vocabulary/check.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import {
  attempt,
  type Inconclusive,
  isUndecidable,
  NotApplicable,
  type Undecidable,
} from '../vocabulary/undecidable.ts';
import { control, plainRow } from './ask.ts';
import { likelyValues } from './breaking.ts';
import type { Constraint } from './constraints.ts';
import { otherCarriers } from './other-carriers.ts';
import { NOT_WHILE_REASONING, permittedRefusal } from './permitted-refusals.ts';
import { type Probe, type Probes, probesIn, probesOf } from './probes.ts';
import { DEPENDENT_MEMBERS, single } from './single.ts';
import { type Planning, type Variation, variations } from './varied-carriers.ts';

/**
 * A short request that the service accepts: the minimal one or, if that is rejected, the smallest other one of the
 * run. Rejects as the minimal one does if none is accepted.
 */
export async function acceptedControl(context: CheckContext): Promise<PlannedCompletion> {
  const plain = plainRow(context.model);
  const refused = await refusalOf(context, plain);
  if (refused === undefined) return plain;
  if (refused instanceof NotApplicable) throw refused;
  for (const row of otherCarriers({ path: ['max_tokens'] }, plain, context.planned))
    if ((await refusalOf(context, row)) === undefined) return row;
  throw refused;
}

/**
 * The probes of a constraint in a request that the service accepts without the violation: the usual one or, if it
 * is rejected, another one of the run. Rejects as the usual control does if none is accepted: what the target accepts
 * in another request is not absent.
 */
export async function acceptedProbes(context: CheckContext, constraint: Constraint): Promise<Probes> {
  const usual = probesOf(constraint, context.model);
  const refused = await refusalOf(context, usual.control);
  if (refused === undefined) return elsewhere(context, constraint, usual);
  for (const row of otherCarriers(constraint, usual.control, context.planned)) {
    const probes = probesIn(constraint, row);
    if (probes.length === 0) continue;
    if ((await refusalOf(context, row)) === undefined) return { control: row, probes };
  }
  if (refused instanceof NotApplicable) throw refused;
  return aloneOr(context, constraint, usual.control, refused);
}

/**
 * The probes in the minimal request with the member. A member that services may switch off, as this one does, does
 * not apply; everything else rejects with the reason of the usual control.
 */
async function aloneOr(
  context: CheckContext,
  constraint: Constraint,
  { body }: PlannedCompletion,
  refused: Inconclusive,
): Promise<Probes> {
  const [top = ''] = constraint.path;
  if (top === 'messages' || body[top] === undefined) throw refused;
  const alone = single(top, body);
  const probes = probesIn(constraint, alone);
  if (probes.length === 0) throw refused;
  if ((await refusalOf(context, alone)) === undefined) return { control: alone, probes };
  const member = DEPENDENT_MEMBERS[top] ?? top;
  if (!NOT_WHILE_REASONING.includes(member)) throw refused;
  if ((await refusalOf(context, single(member, body))) === undefined) throw refused;
  const excuse = await permittedRefusal(context, context, member, body);
  if (excuse === undefined) throw refused;
  throw new NotApplicable(`${member} alone is rejected: ${excuse}`);
}

/**
 * Some of the probes in other requests that are accepted without the violation, and of the rest those that a run
 * sends.
 */
async function elsewhere(context: CheckContext, constraint: Constraint, usual: Probes): Promise<Probes> {
  const accepted: Variation[] = [];
  for (const variation of variations(context, constraint, usual))
    if ((await refusalOf(context, variation.row)) === undefined) accepted.push(variation);
  return { ...usual, probes: triedOf(context.settings, constraint, usual.probes, accepted) };
}

/** The requests for a constraint if all valid requests are accepted: its probes, and their controls. */
export function plannedProbes(
  context: Planning,
  constraint: Constraint,
): { probes: readonly Probe[]; controls: readonly PlannedCompletion[] } {
  const usual = probesOf(constraint, context.model);
  const found = variations(context, constraint, usual);
  const probes = triedOf(context.settings, constraint, usual.probes, found);
  return { probes, controls: [usual.control, ...found.map(({ row }) => row)] };
}

/**
 * The probes of a constraint that are sent: the likely values, one for each place, and those in other requests; in
 * the exhaustive profile all. One of the other values is drawn together with other members.
 */
function triedOf(
  { profile }: CheckContext['settings'],
  constraint: Constraint,
  usual: readonly Probe[],
  elsewhere: readonly Variation[],
): Probe[] {
  const probes = [...usual];
  const varied = new Set<number>();
  for (const { replaces, probe } of elsewhere) {
    const at = Math.min(replaces, probes.length);
    probes[at] = probe;
    varied.add(at);
  }
  // Elements of a list alternate: each of them is violated at least once.
  const places = probes.map(({ what }) => what.replace(/ is .*/s, ''));
  const isFirst = (i: number) => places.indexOf(places[i]!) === i;
  return probes.filter(
    ({ mayBeRefused }, i) =>
      profile === 'exhaustive' || mayBeRefused || i < likelyValues(constraint) || varied.has(i) || isFirst(i),
  );
}

/** Why a request cannot be the control of others; undefined if it was accepted. */
async function refusalOf(context: CheckContext, row: PlannedCompletion): Promise<Undecidable | undefined> {
  const exchange = await attempt(control(context, row));
  return isUndecidable(exchange) ? exchange : undefined;
}
