import { createSession } from '../engine/run-checks.ts';
import { createRedactor } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { createGate } from '../record/gate.ts';
import { startService } from '../reference/service.ts';
import { billed } from '../vocabulary/billed.ts';
import { type Caps, capsOf } from '../vocabulary/caps.ts';
import type { Check } from '../vocabulary/check.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Credential, Exchange } from '../vocabulary/exchange.ts';
import type { OtherClient } from '../vocabulary/other-clients.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { DEFAULTS, type Profile, type Settings } from '../vocabulary/settings.ts';
import type { Shard } from '../vocabulary/shard.ts';
import { plainCompletion, shakeHands } from './handshake.ts';

/** What some requests come to. */
export interface Amount {
  requests: number;
  /** Completions that are billed, choices counted. */
  billable: number;
  /** Completion tokens that those ask for: the limit times the choices. */
  tokens: number;
  /** Characters of their prompts and tools. */
  characters: number;
}

/** What a run will send to a service that keeps the contract. */
export interface Plan {
  profile: Profile;
  total: Amount;
  /** By area of checks; completions that checks share count as `completion`. */
  areas: ReadonlyMap<string, Amount>;
  /** What it may cost, whatever the service accepts. */
  caps: Caps;
}

export interface PlanOptions {
  profile: Profile;
  /** Limits that the user set. */
  budget?: Settings['budget'];
  seed: number;
  /** The part of the run that is planned: its caps are its own. */
  shard?: Shard;
  /** Whether a reasoning model is named. */
  reasoning: boolean;
  /** How many models are named beside the first one. */
  otherModels?: number;
  /** Clients beside the official one that are run too. */
  clients?: readonly OtherClient[];
  /** Which keys the run will have. */
  credentials: readonly Credential[];
}

/**
 * Counts what a run of these (selected) checks will send, by running them against the embedded service on a clock that jumps.
 * A real service may cost a little more: retries, more pages of history, requests that it refuses and are taken apart.
 */
export async function plan(checks: readonly Check[], options: PlanOptions): Promise<Plan> {
  const { profile, seed } = options;
  const clock = leapingClock();
  const service = await startService({ clock });
  const settings: Settings = {
    ...DEFAULTS,
    baseUrl: service.baseUrl,
    model: service.models.plain,
    ...(options.reasoning ? { reasoningModel: service.models.reasoning } : {}),
    // One stands for all of them.
    ...(options.otherModels ? { otherModels: [service.models.second] } : {}),
    profile,
    seed,
    budget: options.budget ?? {},
    ...(options.clients && { clients: options.clients }),
  };
  const areas = new Map<string, Amount>();
  const total = nothing();
  const onExchange = (exchange: Exchange) => {
    const area = exchange.owner.split(/[/#]/, 1)[0]!;
    const own = areas.get(area) ?? nothing();
    areas.set(area, own);
    const times = isFor(service.models.second, exchange) ? (options.otherModels ?? 1) : 1;
    for (let i = 0; i < times; i++) for (const amount of [own, total]) add(amount, exchange);
  };
  // Nothing of it is kept: there is nothing to hide, and no connection to judge.
  const gate = createGate(createRedactor([]));
  const target = createTarget({
    settings,
    keys: service.keys,
    clock,
    gate,
    dispatcher: service.inProcess,
    onExchange,
  });
  try {
    const session = createSession({
      checks,
      settings,
      credentials: options.credentials,
      target,
      plainCompletion,
    });
    session.begin(await shakeHands(session.runContext, settings));
    await session.all();
  } finally {
    await target.close();
    await service.close();
  }
  return {
    profile,
    total,
    areas,
    caps: capsOf({
      ...settings,
      otherModels: Array.from({ length: options.otherModels ?? 0 }, () => service.models.second),
      ...(options.shard && { shard: options.shard }),
    }),
  };
}

function nothing(): Amount {
  return { requests: 0, billable: 0, tokens: 0, characters: 0 };
}

function add(amount: Amount, exchange: Exchange): void {
  amount.requests++;
  const { completions, tokens } = billed(exchange);
  if (completions === 0) return;
  amount.billable += completions;
  amount.tokens += tokens;
  amount.characters += promptLength(exchange.request.body);
}

/** Characters of messages and tools, as they stand in the body. */
function promptLength(body: Uint8Array): number {
  try {
    const { messages, tools } = parseJson(new TextDecoder().decode(body)) as Record<string, unknown>;
    return JSON.stringify(messages ?? '').length + JSON.stringify(tools ?? '').length;
  } catch {
    return body.length;
  }
}

/** A plan as plain text, one line an area: what a service that keeps the contract is asked, and what any may cost. */
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
    line('as planned', total),
    `at most, whatever the service accepts: ${caps.completions} billed completions and ${caps.tokens} tokens asked for; ` +
      `nothing more is bought once the answers reported ${caps.reported} tokens`,
    '',
  ].join('\n');
}

const isFor = (model: string, { request }: Exchange): boolean =>
  new TextDecoder().decode(request.body).includes(`"model":${JSON.stringify(model)}`);
