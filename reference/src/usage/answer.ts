import type { Behaviour, Kind } from '../behaviour.ts';
import { dayOf } from '../calendar.ts';
import type { Json } from '../completion-types.ts';
import type { Reply, ServiceRequest } from '../message.ts';
import type { UsageStore } from '../store/usage-store.ts';
import type { UsageQuery } from '../usage-record.ts';
import { csvReply } from './csv.ts';
import { type Parameters, readParameters } from './parameters.ts';

const encoder = new TextEncoder();

/** Answers a request to one of the three usage endpoints (spec 4.2 to 4.4). Throws `Refused`. */
export function answerUsage(behaviour: Behaviour, store: UsageStore, request: ServiceRequest): Reply {
  const now = request.service.clock.now();
  const parameters = readParameters(behaviour, request);
  for (const entry of behaviour.traffic(request)) store.record(entry, now);
  store.settle(now);
  const query = behaviour.usageQuery(queryOf(behaviour, parameters, request), request);
  switch (request.endpoint) {
    case 'stats': {
      const records = behaviour.list(store, query, request);
      const body = records.map((record) => behaviour.record({ ...record }, request));
      return json(behaviour, behaviour.envelope(body, request), 'stats', request);
    }
    case 'summary': {
      const sums: Json = { ...behaviour.summarize(store, query, request) };
      return json(behaviour, behaviour.summary(sums, query, request), 'summary', request);
    }
    default:
      return csvReply(behaviour, behaviour.exported(store, query, request), request);
  }
}

function queryOf(behaviour: Behaviour, read: Parameters, request: ServiceRequest): UsageQuery {
  const query: UsageQuery = { organization: request.account!.organization };
  if (read.start !== undefined) query.firstDay = Number(read.start);
  else if (behaviour.defaultRangeDays !== undefined && read.end === undefined) {
    const today = dayOf(request.service.clock.now(), behaviour.dayOffsetMinutes);
    query.firstDay = today - behaviour.defaultRangeDays + 1;
  }
  if (read.end !== undefined) query.lastDay = Number(read.end) - (behaviour.endInclusive ? 0 : 1);
  if (request.endpoint !== 'stats') return query;
  if (read.model !== undefined) query.model = String(read.model);
  if (read.provider !== undefined) query.provider = String(read.provider);
  if (read.source !== undefined) query.source = String(read.source);
  query.limit = read.limit === undefined ? behaviour.pages.default : Number(read.limit);
  query.offset = Number(read.offset ?? 0);
  return query;
}

function json(behaviour: Behaviour, value: unknown, kind: Kind, request: ServiceRequest): Reply {
  const text = behaviour.serialize(JSON.stringify(value), value, kind, request);
  return { status: 200, headers: [['Content-Type', 'application/json']], body: encoder.encode(text) };
}
