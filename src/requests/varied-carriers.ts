import type { CheckContext } from '../vocabulary/check.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { historyRow } from './basics.ts';
import { type Constraint, requestConstraints } from './constraints.ts';
import { places } from './edit.ts';
import { NOT_WHILE_REASONING } from './permitted-refusals.ts';
import { type Probe, type Probes, probesIn } from './probes.ts';
import { bySize } from './rows.ts';
import { DEPENDENT_MEMBERS } from './single.ts';

/** Members that distinguish requests: they are violated in the usual one. */
const NOT_ELSEWHERE = ['model', 'messages', 'tools', 'tool_choice', ...Object.keys(DEPENDENT_MEMBERS)];

/** What is known before anything is sent. */
export type Planning = Pick<CheckContext, 'settings' | 'model' | 'reasoningModel' | 'planned' | 'selected'>;

/** A request of the run that replaces the usual one for one probe of a constraint. */
export interface Variation {
  row: PlannedCompletion;
  /** The index of the usual probe that it replaces; beyond their end, it is an additional one. */
  replaces: number;
  probe: Probe;
}

/**
 * Probes in another request of the run: validation may depend on the reasoning model, or on the position in a list.
 * The first probe is unchanged. Dependencies on other members are tested with all of them.
 */
export function variations(
  context: Planning,
  constraint: Constraint,
  { control, probes: all }: Probes,
): Variation[] {
  const { path } = constraint;
  const probes = all.filter(({ mayBeRefused }) => !mayBeRefused);
  const rows = bySize(context.planned.filter(cheap)).filter(({ id }) => id !== control.id);
  const last = probes.length - 1;
  if (path.length > 1) return nestedElsewhere(context, constraint, { control, probes }, rows);
  if (last < 1) return [];
  const [top = ''] = path;
  if (NOT_ELSEWHERE.includes(top)) return [];
  const reasons = rows.find(
    ({ body }) => body.model === context.reasoningModel && body.model !== context.model,
  );
  if (!NOT_WHILE_REASONING.includes(top)) return varied(constraint, reasons, last, probes);
  // The other bound is violated in the usual request by a number with an exponent.
  if (constraint.keyword === 'minimum') return [];
  return varied(constraint, reasons, last, probes).map(({ probe, ...rest }) => ({
    ...rest,
    probe: { ...probe, mayBeRefused: true },
  }));
}

/**
 * The same for nested members: in the last element of a longer list, in messages of other roles, and with the
 * reasoning model.
 */
function nestedElsewhere(
  context: Planning,
  constraint: Constraint,
  { control, probes }: Probes,
  rows: readonly PlannedCompletion[],
): Variation[] {
  const { path } = constraint;
  const last = probes.length - 1;
  // The usual requests have one message if its kind does not matter, and one element in most nested lists. A
  // request in which calls are violated anyway costs nothing more.
  const ours = [...rows.filter(({ id }) => id === historyRow(context.model).id), ...rows].filter(
    ({ body }) => body.model === control.body.model,
  );
  const wider = listedTwice(control.body, path)
    ? undefined
    : ours.find(({ body }) => listedTwice(body, path));
  const bought = boughtAnyway(context, rows);
  // A choice that names a tool may depend on the violated part.
  const reasons = bought.find(
    ({ body }) =>
      body.model === context.reasoningModel &&
      body.model !== context.model &&
      (path[0] !== 'tools' || typeof body.tool_choice !== 'object') &&
      places(body, path, false).length > 0,
  );
  const oursBought = bought.filter(({ body }) => body.model === control.body.model);
  const roles = path[0] === 'messages' && path[2] === 'content' ? ['assistant', 'system'] : [];
  // The reasoning model belongs to the same service: alternating, half of the nested members are violated there
  // too.
  const isTurn = (requestConstraints().indexOf(constraint) + context.settings.seed) % 2 === 0;
  const whereItReasons = isTurn || path[0] === 'messages' ? reasons : undefined;
  const turns: ((replaces: number) => Variation[])[] = [
    ...roles.map((role) => (replaces: number) => inRole(constraint, role, oursBought, replaces, probes)),
    // An assistant message is another element already.
    (replaces) =>
      varied(constraint, (roles.length > 0 ? undefined : wider) ?? whereItReasons, replaces, probes),
  ];
  const found: Variation[] = [];
  // Each replaces another probe; the first one is unchanged.
  for (const turn of turns) {
    const replaces = last - found.length;
    if (replaces > 0) found.push(...turn(replaces));
  }
  let more = probes.length;
  const further = (one: Variation[]) =>
    found.push(...one.map((variation) => ({ ...variation, replaces: more++ })));
  if (roles.length > 0) further(inRole(constraint, 'tool', oursBought, last - 1, probes));
  // Constraints with one kind of violation stay in the usual request, and a role is violated once more at another
  // position.
  if (last === 0 && path[0] === 'messages' && path.length === 3)
    for (const row of [wider, reasons]) further(varied(constraint, row, 0, probes));
  // A service that validates only the newest message, or both ends, accepts everything else.
  if (path[0] === 'messages' && path.length === 3 && roles.length === 0 && wider) {
    for (const place of places(wider.body, path, true).slice(0, -1))
      further(varied(constraint, wider, 0, probes, place));
  }
  return found;
}

/** Rows of the selected checks: another one would be paid for nothing else. */
const boughtAnyway = ({ selected }: Pick<CheckContext, 'selected'>, rows: readonly PlannedCompletion[]) =>
  rows.filter(({ judgedBy }) => selected(judgedBy));

/**
 * A probe in the message of a role, in the first request with the member: the probe with the same value is
 * replaced.
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
    if (place) return varied(constraint, row, replaces, probes, place);
  }
  return [];
}

/** Rows for violations: one short completion, without streaming, which is rejected differently. */
const cheap = ({ body, choices }: PlannedCompletion): boolean =>
  choices === 1 && body.stream !== true && body.max_completion_tokens === undefined;

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
