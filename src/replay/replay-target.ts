import { brokenOff } from '../engine/breaks.ts';
import { BadBodyFile } from '../http/body-file.ts';
import { Kinds } from '../pace/kinds.ts';
import { toExchange } from '../record/read.ts';
import { type Exchange, type RequestSpec, withoutBody } from '../vocabulary/exchange.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';
import { placed } from '../vocabulary/settings.ts';
import { count, createTally } from '../vocabulary/tally.ts';
import { type Asker, type Target, TargetDown } from '../vocabulary/target.ts';
import { Inconclusive, NotApplicable } from '../vocabulary/undecidable.ts';
import { createReplayClock } from './clock.ts';
import { askedKeys, sameRequest } from './same-request.ts';
import type { StoredRun, StoredTurn } from './stored-exchanges.ts';

/** A target that answers from a record, without any network. */
export interface Replay extends Target {
  /** New requests that the record lacks: owner and label. */
  readonly missing: { owner: string; label: string }[];
}

/** The replayed exchanges, and their current ids. */
export interface ReplaySource {
  stored: StoredRun;
  folder: string;
  /** The shard of a merged run with these exchanges. */
  from?: number | undefined;
  startedAt: number;
  nameOf(id: string): string;
}

/** Redacted requests are compared one by one: a run has few of them that differ. */
const MOST_TRIED = 64;

/** Why a check is inconclusive if the record lacks its requests. */
export const NOT_RECORDED = 'the record has no answer to this request';

/**
 * Answers every request with the recorded response for the same owner and turn, at its original time. A request
 * that is not in the record is rejected with `TargetDown`, which makes its check inconclusive.
 */
export function createReplay({ stored, folder, from, startedAt, nameOf }: ReplaySource): Replay {
  const { baseUrl, apiPath } = stored.run.settings;
  const clock = createReplayClock(startedAt);
  const tally = createTally();
  const missing: Replay['missing'] = [];
  const used = new Set<StoredTurn>();

  /** The response of this turn; if retries changed the order of turns, another one to the same request. */
  const find = (asked: RequestSpec, { owner, turn }: Asker): ExchangeLine | undefined => {
    const spec = { ...asked, path: placed(asked.path, apiPath) };
    const turns = askedKeys(spec, baseUrl, owner, from).flatMap(stored.turnsOf);
    const candidates = turns
      .filter((one) => !used.has(one))
      .sort((a, b) => Number(b.turn === turn) - Number(a.turn === turn) || a.turn - b.turn);
    for (const candidate of candidates.slice(0, MOST_TRIED)) {
      const line = candidate.read();
      if (!sameRequest(line, spec, baseUrl)) continue;
      used.add(candidate);
      return line;
    }
    return undefined;
  };

  const health = new Kinds();
  /** The latest response of each owner. */
  const latest = new Map<string, { to: string; exchange: Exchange }>();
  return {
    clock,
    tally,
    missing,
    health,
    isRecorded: true,
    limitPace: { heard() {}, slowDown() {} },
    async send(spec, asker) {
      const unmade = spec.madeKey && stored.run.unmadeKeys?.[spec.madeKey];
      if (unmade) throw new NotApplicable(unmade);
      const line = find(spec, asker);
      const to = `${spec.method} ${spec.path} ${spec.body}`;
      if (!line) {
        const before = latest.get(asker.owner);
        // The run knew from other requests that a repetition would end in the same way.
        const known = before?.to === to ? brokenOff(spec, before.exchange) : undefined;
        if (known) throw new Inconclusive(NOT_RECORDED, [], known);
        missing.push({ owner: asker.owner, label: spec.label });
        await new Promise<void>((resolve) => clock.schedule(clock.now(), resolve));
        throw new TargetDown(`${NOT_RECORDED} (${spec.label})`);
      }
      const exchange: Exchange = toExchange(line, folder, nameOf);
      spec.onAttempt?.();
      if (spec.onBody && exchange.response) {
        await handOver(exchange, spec.onBody);
      }
      count(tally, exchange);
      await new Promise<void>((resolve) => clock.schedule(line.startedAt + line.timing.endMs, resolve));
      latest.set(asker.owner, { to, exchange: withoutBody(exchange) });
      // In the order in which they ended, so that the replay learns the same.
      health.hear(spec, exchange);
      return exchange;
    },
    separate() {},
    goEasier() {},
    async close() {},
  };
}

/** Delivers a body piece by piece. A body with a missing or altered file is no response any more. */
async function handOver(exchange: Exchange, onBody: (piece: Uint8Array) => void): Promise<void> {
  try {
    for await (const piece of exchange.response!.body.pieces()) onBody(piece);
  } catch (error) {
    if (!(error instanceof BadBodyFile)) throw error;
    throw new TargetDown(`${NOT_RECORDED}: ${error.message}`);
  }
}
