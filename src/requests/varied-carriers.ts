import type { CheckContext } from '../vocabulary/check.ts';
import { historyRow } from './basics.ts';
import { DEPENDENT_MEMBERS } from './carriers.ts';
import { type Constraint, requestConstraints } from './constraints.ts';
import { corpusOf } from './corpus-of.ts';
import { places } from './edit.ts';
import type { PlannedCompletion } from './planned.ts';
import { type Probe, type Probes, probesIn } from './probes.ts';
import { NOT_WHILE_REASONING } from './switched-off.ts';

/** Members that say what another request is: they are broken in the usual one. */
const NOT_ELSEWHERE = ['model', 'messages', 'tools', 'tool_choice', ...Object.keys(DEPENDENT_MEMBERS)];

/** A request of the run in which one probe of a constraint is sent instead of in the usual one. */
export interface Variation {
  row: PlannedCompletion;
  /** The place among the usual probes of the one that it stands for; beyond their end, it is one more. */
  replaces: number;
  probe: Probe;
}

/**
 * Probes that are sent in another request of the run: what a service validates may depend on the model that was named as one
 * that reasons, or on where in a list a value stands. The first probe stays where it is. What depends on other members is
 * found beside all of them.
 */
export function variations(
  context: Pick<CheckContext, 'settings' | 'model' | 'reasoningModel' | 'selected'>,
  constraint: Constraint,
  { control, probes }: Probes,
): Variation[] {
  const { path } = constraint;
  const rows = bySize(corpusOf(context).filter(cheap)).filter(({ id }) => id !== control.id);
  const last = probes.length - 1;
  if (path.length > 1) return nestedElsewhere(context, constraint, { control, probes }, rows);
  if (last < 1) return [];
  const [top = ''] = path;
  if (NOT_ELSEWHERE.includes(top)) return [];
  const reasons = rows.find(
    ({ body }) => body.model === context.reasoningModel && body.model !== context.model,
  );
  if (!NOT_WHILE_REASONING.includes(top)) return varied(constraint, reasons, last, probes);
  // The other bound is broken in the usual request by a number with an exponent.
  if (constraint.keyword === 'minimum') return [];
  return varied(constraint, reasons, last, probes).map(({ probe, ...rest }) => ({
    ...rest,
    probe: { ...probe, mayBeRefused: true },
  }));
}

/**
 * The same of what is nested: in the last element of a list of several, in messages of other roles, whose members
 * services read in other places, and where the model reasons.
 */
function nestedElsewhere(
  context: Pick<CheckContext, 'settings' | 'model' | 'reasoningModel' | 'selected'>,
  constraint: Constraint,
  { control, probes }: Probes,
  rows: readonly PlannedCompletion[],
): Variation[] {
  const { path } = constraint;
  const last = probes.length - 1;
  // The usual requests have one message where it need not be of a kind, and one element in most lists within lists.
  // One in which calls are broken anyway costs nothing more, in a part of a run either.
  const ours = [...rows.filter(({ id }) => id === historyRow(context.model).id), ...rows].filter(
    ({ body }) => body.model === control.body.model,
  );
  const wider = listedTwice(control.body, path)
    ? undefined
    : ours.find(({ body }) => listedTwice(body, path));
  const bought = boughtAnyway(context, rows);
  // A choice that names a tool may rest on what is broken.
  const reasons = bought.find(
    ({ body }) =>
      body.model === context.reasoningModel &&
      body.model !== context.model &&
      (path[0] !== 'tools' || typeof body.tool_choice !== 'object') &&
      places(body, path, false).length > 0,
  );
  const oursBought = bought.filter(({ body }) => body.model === control.body.model);
  const roles = path[0] === 'messages' && path[2] === 'content' ? ['assistant', 'system'] : [];
  // A model that reasons is one service with the other: by turns half of what is nested is broken there, too.
  const isTurn = (requestConstraints().indexOf(constraint) + context.settings.seed) % 2 === 0;
  const whereItReasons = isTurn || path[0] === 'messages' ? reasons : undefined;
  const turns: ((replaces: number) => Variation[])[] = [
    ...roles.map((role) => (replaces: number) => inRole(constraint, role, oursBought, replaces, probes)),
    // A message of the assistant is another element already.
    (replaces) =>
      varied(constraint, (roles.length > 0 ? undefined : wider) ?? whereItReasons, replaces, probes),
  ];
  const found: Variation[] = [];
  // Each takes the place of another probe; the first one stays.
  for (const turn of turns) {
    const replaces = last - found.length;
    if (replaces > 0) found.push(...turn(replaces));
  }
  let more = probes.length;
  const further = (one: Variation[]) =>
    found.push(...one.map((variation) => ({ ...variation, replaces: more++ })));
  if (roles.length > 0) further(inRole(constraint, 'tool', oursBought, last - 1, probes));
  // What can be broken in one way only stays in the usual request, and a role is broken once more where others stand.
  if (last === 0 && path[0] === 'messages' && path.length === 3)
    for (const row of [wider, reasons]) further(varied(constraint, row, 0, probes));
  // A service that looks at the newest message alone, or at both ends, takes what else there is as it comes.
  if (path[0] === 'messages' && path.length === 3 && roles.length === 0 && wider) {
    for (const place of places(wider.body, path, true).slice(0, -1))
      further(varied(constraint, wider, 0, probes, place));
  }
  return found;
}

/** Rows that a selected check asks for: another one, in a part of a run, would be paid for nothing else. */
const boughtAnyway = ({ selected }: Pick<CheckContext, 'selected'>, rows: readonly PlannedCompletion[]) =>
  rows.filter(({ judgedBy }) => selected(judgedBy));

/**
 * A probe in the message of a role, in the first request that has one with the member: the one of the value that it
 * replaces.
 */
function inRole(
  constraint: Constraint,
  role: string,
  rows: readonly PlannedCompletion[],
  replaces: number,
  probes: readonly Probe[],
): Variation[] {
  const isOf = ({ body }: PlannedCompletion, [, at]: readonly string[]): boolean =>
    (body.messages as { role?: unknown }[])[Number(at)]?.role === role;
  for (const row of rows) {
    const place = places(row.body, constraint.path, true).find((there) => isOf(row, there));
    if (!place) continue;
    const there = probesIn(constraint, row, place);
    const probe = there[replaces];
    return there.length === probes.length && probe ? [{ row, replaces, probe }] : [];
  }
  return [];
}

/** Rows that a breach is tried in: one short answer, and a stream is refused in its own way. */
const cheap = ({ body, choices }: PlannedCompletion): boolean =>
  choices === 1 && body.stream !== true && body.max_completion_tokens === undefined;

function bySize(rows: readonly PlannedCompletion[]): PlannedCompletion[] {
  return [...rows].sort((a, b) => sizeOf(a) - sizeOf(b));
}

/** Characters of a row's body; every constraint asks for those of the same rows. */
function sizeOf(row: PlannedCompletion): number {
  const size = sizes.get(row) ?? JSON.stringify(row.body).length;
  sizes.set(row, size);
  return size;
}
const sizes = new WeakMap<PlannedCompletion, number>();

/** Whether the innermost list or map on a path has a second element somewhere. */
function listedTwice(body: PlannedCompletion['body'], path: readonly string[]): boolean {
  const star = path.lastIndexOf('*');
  if (star < 0) return false;
  const elements = places(body, path.slice(0, star + 1), true);
  const lists = elements.map((place) => JSON.stringify(place.slice(0, -1)));
  return new Set(lists).size < lists.length;
}

function varied(
  constraint: Constraint,
  row: PlannedCompletion | undefined,
  replaces: number,
  probes: readonly Probe[],
  place: 'last' | string[] = 'last',
): Variation[] {
  if (!row) return [];
  const there = probesIn(constraint, row, place);
  const probe = there[replaces];
  return there.length === probes.length && probe ? [{ row, replaces, probe }] : [];
}
