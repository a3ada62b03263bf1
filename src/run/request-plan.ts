import { plannedProbes } from '../requests/accepted-control.ts';
import { breakable } from '../requests/arbitrary/violation.ts';
import { plainRow } from '../requests/ask.ts';
import { corpus } from '../requests/corpus.ts';
import { probeId } from '../requests/probes.ts';
import { areaOf } from '../vocabulary/areas.ts';
import { UNLIMITED_TOKENS } from '../vocabulary/billed.ts';
import { type Caps, capsOf } from '../vocabulary/caps.ts';
import type { Check } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Credential } from '../vocabulary/exchange.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { DEFAULTS, type Profile, type Settings } from '../vocabulary/settings.ts';
import { OF_AREA, OF_CHECK, OF_OTHER_CLIENT, type Sent } from './own-requests.ts';

/** The cost of some requests. */
export interface Amount {
  requests: number;
  /** Billed completions, choices counted. */
  billable: number;
  /** Requested completion tokens: the limit times the choices. */
  tokens: number;
  /** Characters of their prompts and tools. */
  characters: number;
}

/** The expected requests to a conformant service: maximum of billed completions, and an estimate of requests. */
export interface Plan {
  profile: Profile;
  total: Amount;
  /** By area of checks; shared completions count as `completion`. */
  areas: ReadonlyMap<string, Amount>;
  /** The maximum cost, whatever the service accepts. */
  caps: Caps;
}

/** The settings that decide what a run sends; the names of its models do not. */
type PlannedSettings = Pick<Settings, 'profile' | 'seed'> & Partial<Settings>;

/** Violations per constraint that the exhaustive profile draws in addition to the feature-rich one. */
const DRAWN_MORE = 32;

/** The plan uses placeholders for the names of models. */
const MODEL = 'the model';
const REASONING = 'a reasoning model';

/**
 * Computes the requests of these (selected) checks, from their rows, their violations, and the requests of other
 * checks to the embedded service. A service may cost more: retries, more pages of history, and rejected requests
 * that are reduced.
 */
export function plan(
  checks: readonly Check[],
  given: PlannedSettings,
  credentials: readonly Credential[],
): Plan {
  const { profile, seed, clients } = given;
  const model = MODEL;
  const reasoningModel = given.reasoningModel && REASONING;
  const otherModels = given.otherModels?.map((_, i) => `another model ${i + 1}`);
  const settings: Settings = { ...DEFAULTS, baseUrl: '', ...given, model };
  const ids = new Set<string>(checks.map(({ id }) => id));
  const planned = corpus({ profile, seed, model, reasoningModel, otherModels });
  const context = { settings, model, reasoningModel, planned, selected: (id: string) => ids.has(id) };
  const areas = new Map<string, Amount>();
  const add = (area: string, amount: Amount) => areas.set(area, sum(areas.get(area) ?? NOTHING, amount));

  // Rows and controls are shared: each is bought once. The handshake requests one from each model.
  const first = [plainRow(model), ...planned.filter(({ body }) => body.model === REASONING).slice(0, 1)];
  const bought = new Map(first.map((row) => [row.id, row]));
  for (const check of checks) for (const row of planned.filter(isFor(check))) bought.set(row.id, row);
  for (const constraint of breakable()) {
    if (!ids.has(probeId(constraint))) continue;
    const { probes, controls } = plannedProbes(context, constraint);
    add('request', { ...NOTHING, requests: probes.length });
    for (const row of controls) bought.set(row.id, row);
  }
  for (const row of bought.values()) add('completion', ofRow(row));
  add('request', { ...NOTHING, requests: drawn(ids, profile) });
  for (const check of checks) {
    const sent = check.client
      ? clients?.includes(check.client) && OF_OTHER_CLIENT
      : OF_CHECK[check.id as CheckId];
    if (sent) add(areaOf(check.id), ofSent(sent));
  }
  for (const [area, sent] of Object.entries(OF_AREA))
    if (needed(area, checks, credentials)) add(area, ofSent(sent));
  // And for usage.
  add('handshake', { ...NOTHING, requests: 1 });
  return {
    profile,
    total: [...areas.values()].reduce(sum, NOTHING),
    areas,
    caps: capsOf(settings),
  };
}

/** Drawn violations in combination with other members. */
function drawn(ids: ReadonlySet<string>, profile: Profile): number {
  const all = breakable();
  if (ids.has('request/drawn-violations'))
    return all.length * (profile === 'exhaustive' ? 1 + DRAWN_MORE : 1) + 1;
  if (!ids.has('request/streamed-refusals')) return 0;
  return 1 + all.filter(({ path }) => profile !== 'smoke' || path.length === 1).length;
}

const NOTHING: Amount = { requests: 0, billable: 0, tokens: 0, characters: 0 };

const sum = (a: Amount, b: Amount): Amount => ({
  requests: a.requests + b.requests,
  billable: a.billable + b.billable,
  tokens: a.tokens + b.tokens,
  characters: a.characters + b.characters,
});

const ofRow = ({ body, tokens, choices }: PlannedCompletion): Amount => ({
  requests: 1,
  billable: choices,
  tokens: (tokens || UNLIMITED_TOKENS) * choices,
  characters: JSON.stringify(body.messages ?? '').length + JSON.stringify(body.tools ?? '').length,
});

const ofSent = ({ requests, completions = 0, tokens = 0 }: Sent): Amount => ({
  requests,
  billable: completions,
  tokens,
  characters: 0,
});

/**
 * Whether any request of an area is sent: a check of it is selected, or depends on it, and its key is available.
 */
function needed(area: string, checks: readonly Check[], credentials: readonly Credential[]): boolean {
  const keys: Readonly<Record<string, Credential>> = {
    billing: 'empty-wallet',
    isolation: 'other-organization',
  };
  const key = keys[area];
  if (key !== undefined && !credentials.includes(key)) return false;
  const resting = area === 'usage' ? ['usage', 'accounting', 'isolation'] : [area];
  return checks.some(({ id }) => resting.includes(areaOf(id)));
}

/** Required members of the rows of an area's checks. */
const MEMBER_OF: Readonly<Record<string, string>> = {
  tool: 'tools',
  format: 'response_format',
  logprobs: 'logprobs',
  reasoning: 'reasoning_effort',
};

/** The rows of the run that a check may use. */
function isFor({ id }: Check): (row: PlannedCompletion) => boolean {
  const area = areaOf(id);
  const member = MEMBER_OF[area];
  if (member !== undefined) return ({ body }) => body[member] !== undefined;
  // Complete responses and streams are compared with each other.
  if (area === 'stream' || area === 'completion')
    return ({ body }) => body.model === MODEL || body.model === REASONING;
  if (id === 'request/accepts-models') return ({ body }) => body.model !== MODEL && body.model !== REASONING;
  const [, wanted] = /^request\/accepts-(.*)$|^request\/(.*)-at-/.exec(id)?.filter(Boolean) ?? [];
  const name = wanted?.replaceAll('-', '_');
  if (name === undefined) return () => false;
  return ({ body }) => body[name] !== undefined || /^(?:combinations|conversations)$/.test(name);
}

/** A plan as plain text, one line per area: the requests to a conformant service, and the maximum cost for any. */
export function planText({ profile, total, areas, caps }: Plan): string {
  const line = (name: string, { requests, billable, tokens, characters }: Amount) =>
    [name.padEnd(14), ...[requests, billable, tokens, characters].map((n) => String(n).padStart(10))].join(
      ' ',
    );
  const head = [
    'area'.padEnd(14),
    ...['requests', 'billed', 'tokens', 'characters'].map((w) => w.padStart(10)),
  ];
  return [
    `profile ${profile}`,
    head.join(' '),
    ...[...areas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, amount]) => line(name, amount)),
    line('about', total),
    `maximum: ${caps.completions} billed completions and ${caps.tokens} requested tokens, whatever the service accepts; ` +
      `the run stops buying after ${caps.reported} reported tokens`,
    '',
  ].join('\n');
}
