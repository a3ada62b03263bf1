import { validate } from '../contract/schemas.ts';
import { list, member } from '../judge/json.ts';
import type { RefusalKind } from '../judge/refusal.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { BadRequest, RequestSpec } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { ABSENT, breakingValues } from './breaking.ts';
import { carrierOf } from './carriers.ts';
import { type Constraint, nameOf, slugOf, UNKNOWN_SPELLINGS } from './constraints.ts';
import { edited, type Json, places } from './edit.ts';
import { exponential, jsonPost, numberIn } from './planned.ts';

/** One request that violates one constraint. */
export interface Probe {
  body: Json;
  /** The form of the body, if it is not the usual one. */
  text?: string;
  /** The violation, in words: `temperature is 2.0001`. */
  what: string;
  /**
   * The service may reject the member there for any value, and with any status; it may not accept the violation.
   */
  mayBeRefused?: true;
}

/** All probes of one constraint, with the valid request that each differs from in one respect. */
export interface Probes {
  control: PlannedCompletion;
  probes: readonly Probe[];
}

/** Checks of requests. */
export type RequestCheckId = CheckId & `request/${string}`;

/** How the oracle judges the response to a violation of this constraint. */
export function kindOf({ path, keyword }: Constraint): RefusalKind {
  if (path.length > 1) return 'nested';
  switch (keyword) {
    case 'required':
      return 'missing';
    case 'additionalProperties':
      return 'unknown';
    case 'enum':
    case 'const':
      return 'enumeration';
    default:
      return keyword === 'type' && path.length === 0 ? 'not-an-object' : 'bound';
  }
}

/** The part of an id that names the kind of violation. */
const BROKEN = {
  type: 'wrong-type',
  enum: 'unknown-value',
  const: 'unknown-value',
  minimum: 'below-minimum',
  maximum: 'above-maximum',
  required: 'missing',
  additionalProperties: '',
} as const;

/** The id of the check that violates a constraint; a test ensures that each has one. */
export function probeId(constraint: Constraint): RequestCheckId {
  if (constraint.keyword === 'additionalProperties') return 'request/unknown-field';
  return `request/${slugOf(constraint.path)}-${BROKEN[constraint.keyword]}` as RequestCheckId;
}

/**
 * Requests that violate only `constraint`, each verified by the schemas: exactly that violation under the first
 * published description, and invalid under the second one. Requests that the two judge differently are excluded.
 */
export function probesOf(constraint: Constraint, model: string): Probes {
  const { row, path, others } = carrierOf(constraint, model);
  const made = madeIn(constraint, row, [path, ...others]);
  const wrong = made.find(({ elsewhere }) => elsewhere !== undefined);
  if (wrong) throw new Error(`${nameOf(constraint)}: a probe breaks something else: ${wrong.elsewhere}`);
  const probes = made.filter(({ both }) => both).map(({ probe }) => probe);
  const further = nameOf(constraint) === LAST_REQUIRED ? [EMPTY] : [];
  const beside = [...besideTheOther(constraint, row), ...withoutLogprobs(constraint, row)];
  return { control: row, probes: [...probes, ...further, ...beside] };
}

/** The newer limit together with the older one: a service may read only one of them, and may reject both together. */
function besideTheOther(constraint: Constraint, row: PlannedCompletion): Probe[] {
  if (nameOf(constraint) !== '/max_completion_tokens type') return [];
  const [value] = breakingValues(constraint).slice(-1);
  const body = { ...row.body, max_tokens: 1, max_completion_tokens: value };
  const what = `${words(constraint.path, value)}, together with max_tokens`;
  return [{ body, what, mayBeRefused: true }];
}

/** Out of its bounds also without logprobs, which the service may reject anyway: it may look at the bounds only with them. */
function withoutLogprobs(
  constraint: Constraint,
  { body: { logprobs: _, ...body } }: PlannedCompletion,
): Probe[] {
  if (nameOf(constraint) !== '/top_logprobs maximum') return [];
  const [value] = breakingValues(constraint);
  const what = `${words(constraint.path, value)}, without logprobs`;
  return [{ body: { ...limited(body, undefined), top_logprobs: value }, what, mayBeRefused: true }];
}

/**
 * In addition to the requests that lack one member, one that lacks all: an empty object may be filled with
 * defaults.
 */
const LAST_REQUIRED = '/messages required';
const EMPTY: Probe = { body: {}, what: 'the body is an empty object' };

/**
 * The same in another request; violations that are impossible there are excluded. With `last` only the last element
 * of a list is violated, and with a place only that one.
 */
export function probesIn(constraint: Constraint, row: PlannedCompletion, which?: 'last' | string[]): Probe[] {
  const { path } = constraint;
  const there = path.length === 1 ? [[...path]] : places(row.body, path, true);
  const found = there.length > 0 ? there : places(row.body, path, false);
  const chosen = which === undefined ? found : which === 'last' ? found.slice(-1) : [which];
  return madeIn(constraint, row, chosen)
    .filter(({ both, elsewhere }) => both && elsewhere === undefined)
    .map(({ probe }) => probe);
}

interface Made {
  probe: Probe;
  /** The schema's violations, if there are more than the intended one. */
  elsewhere?: string;
  /** Whether the second published description forbids it too. */
  both: boolean;
}

function madeIn(constraint: Constraint, row: PlannedCompletion, paths: string[][]): Made[] {
  const [first] = paths;
  if (!first) return [];
  const base = limited(row.body, first[0]);
  const turns = constraint.keyword === 'additionalProperties' ? spellings(first) : paths;
  const values = [...breakingValues(constraint), ...bareNames(constraint, base)];
  return values.map((value, i): Made => {
    // Elements of a list alternate: a service has to validate all of them.
    const path = turns[i % turns.length]!;
    const body = edited(base, path, value);
    const broken = validate('completion-request', body);
    const [only] = broken;
    const alone =
      broken.length === 1 && only!.keyword === constraint.keyword && only!.pointer === pointerOf(path);
    const text = i > 0 && isBound(constraint) ? exponential(JSON.stringify(body), path[0]!) : undefined;
    return {
      probe: {
        body,
        what: words(path, value, text),
        ...(text !== undefined && { text }),
      },
      both: validate('completion-request-second', body).length > 0,
      ...(!alone && { elsewhere: JSON.stringify(broken) }),
    };
  });
}

/** Whether a number that may have a fraction has bounds. */
const isBound = ({ keyword, schema }: Constraint): boolean =>
  (keyword === 'minimum' || keyword === 'maximum') && schema.type === 'number';

/** With tools, a choice that is the bare name of one: an object with that name is required. */
function bareNames({ path, keyword }: Constraint, body: Json): unknown[] {
  if (path.join('/') !== 'tool_choice' || keyword !== 'enum') return [];
  return list(body.tools)
    .slice(0, 1)
    .map((tool) => member(member(tool, 'function'), 'name'));
}

/**
 * A service that accepts the violation bills it: one token, unless the limit itself is violated. The limit is sent
 * alone, under either name: some services reject both together, before they validate values.
 */
export function limited({ max_tokens: limit, ...body }: Json, broken: string | undefined): Json {
  if (broken === 'max_completion_tokens') return body;
  return { ...body, max_tokens: broken === 'max_tokens' ? limit : 1 };
}

function spellings(path: readonly string[]): string[][] {
  return UNKNOWN_SPELLINGS.map((name) => [...path.slice(0, -1), name]);
}

function pointerOf(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** `text` is the form of the body, if it is not the usual one: a number is named as it was sent. */
function words(path: readonly string[], value: unknown, text?: string): string {
  const joined = path.join('.');
  const name = joined.length > 90 ? `a name of ${joined.length} characters` : joined;
  if (value === ABSENT) return `${name} is absent`;
  const shown = text === undefined ? undefined : numberIn(text, path[0]!);
  return `${name} is ${shown ?? JSON.stringify(value)}`;
}

/** A POST that violates a constraint, billed if it is accepted. */
export function badPost(label: string, body: unknown, bad: BadRequest): RequestSpec {
  return { ...jsonPost(label, body), bad };
}

/** The kind of a violation of this constraint. */
export function badOf(constraint: Constraint, among: BadRequest['among'] = 'alone'): BadRequest {
  return { constraint: probeId(constraint), kind: kindOfBreach(constraint), among };
}

function kindOfBreach(constraint: Constraint): BadRequest['kind'] {
  const kind = constraint.keyword === 'type' && constraint.path.length <= 1 ? 'type' : kindOf(constraint);
  return kind as BadRequest['kind'];
}
