import {
  type Body,
  bodyText,
  contentHash,
  type Exchange,
  isSuccess,
  mayGetAnyRefusal,
  mediaType,
  placeOnConnection,
  withoutBody,
} from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { RunLog } from '../vocabulary/run-log.ts';
import { API_PATH } from '../vocabulary/settings.ts';

/** The exchanges that checks of the whole run use. */
export interface ExchangeLog extends RunLog {
  note(exchange: Exchange): void;
  /** Records that a response came from a rate limit and did not depend on its request. */
  setAside(exchange: Exchange): void;
}

/** Bytes of the headers of a response that stay in memory; the record has all of them. */
const KEPT_HEADERS = 8 * 1024;

/** The exchange with the shortest headers only, if it has too many: those that judges read are short. */
export function withoutLongHeaders(exchange: Exchange): Exchange {
  const { response } = exchange;
  const bytes = ([name, value]: readonly [string, string]) => name.length + value.length;
  const all = response?.headers ?? [];
  if (!response || all.reduce((sum, one) => sum + bytes(one), 0) <= KEPT_HEADERS) return exchange;
  let left = KEPT_HEADERS;
  const shortest = all.toSorted((a, b) => bytes(a) - bytes(b));
  const kept = new Set(
    shortest.filter((one) => {
      left -= bytes(one);
      return left >= 0;
    }),
  );
  return { ...exchange, response: { ...response, headers: all.filter((one) => kept.has(one)) } };
}

/** A larger body is not an error message for people, and is not kept to locate a key in it. */
const LARGE = 64 * 1024;

/** The body of a refusal shows nothing about all completions of a run, and thousands may be large. */
const withoutRefusal = (exchange: Exchange) => (isSuccess(exchange) ? exchange : withoutBody(exchange));

function noteForm(forms: Map<string, Exchange>, exchange: Exchange): void {
  const { response } = exchange;
  if (!response || response.status < 400 || exchange.failure) return;
  const form = formOf(exchange, response.body);
  if (!forms.has(form)) forms.set(form, withoutBody(exchange));
}

function noteAccepted(places: Map<string, Set<number>>, exchange: Exchange): void {
  const status = exchange.response?.status ?? 0;
  if (status < 200 || status > 499) return;
  const content = contentHash(exchange);
  const known = places.get(content) ?? new Set();
  places.set(content, status < 300 ? known.add(placeOnConnection(exchange)) : known);
}

function formOf(exchange: Exchange, { size, whole }: Body): string {
  if (size === 0) return 'empty';
  const type =
    mediaType(exchange)
      .replace(/[^\w./+-]/g, '?')
      .slice(0, 40) || 'untyped';
  if (!/\bjson$/.test(type) || !whole || size > LARGE) return type;
  try {
    parseJson(bodyText(exchange));
    return type;
  } catch {
    return `${type} that does not parse`;
  }
}

/** The published variant of the path: its completions are billed too. */
const BILLED_PATH = /\/v1\/chat\/completions\/?$/;

/** Keeps the exchanges that later checks need and drops all others, so that memory does not grow. */
export function createExchangeLog(apiPath = API_PATH): ExchangeLog {
  const completionPath = `${apiPath}/chat/completions`;
  const completions: Exchange[] = [];
  const leaks: Exchange[] = [];
  const statuses = new Map<number, Exchange>();
  const serverErrors: Exchange[] = [];
  const acceptedPlaces = new Map<string, Set<number>>();
  const errorForms = new Map<string, Exchange>();
  return {
    note(exchange) {
      const { leaks: forms = [], body } = exchange.response ?? {};
      if (forms.length > 0) leaks.push(body!.size > LARGE ? withoutBody(exchange) : exchange);
      if ((exchange.response?.status ?? 0) >= 500) serverErrors.push(withoutBody(exchange));
      noteAccepted(acceptedPlaces, exchange);
      noteForm(errorForms, exchange);
      const { method, url } = exchange.request;
      const isCompletion = url.endsWith(completionPath);
      if (method !== 'POST' || !(isCompletion || BILLED_PATH.test(url))) return;
      if (exchange.credential === 'main') completions.push(withoutRefusal(exchange));
      if (!isCompletion) return;
      if (!exchange.response) return;
      const { status } = exchange.response;
      const known = statuses.get(status);
      // A request that any error status may answer shows less than one with a status of its own.
      if (!known || (mayGetAnyRefusal(known) && !mayGetAnyRefusal(exchange))) statuses.set(status, exchange);
    },
    setAside({ response }) {
      if (response) statuses.delete(response.status);
    },
    ownCompletions: () => completions,
    completionsElsewhere: () => [],
    leaks: () => leaks,
    completionStatuses: () => statuses,
    serverErrors: () => serverErrors,
    acceptedPlaces: () => acceptedPlaces,
    errorForms: () => errorForms,
  };
}

/** The sets of equal keys in one. */
function united<T>(all: readonly (readonly [string, ReadonlySet<T>])[]): Map<string, ReadonlySet<T>> {
  const sets = new Map<string, ReadonlySet<T>>();
  for (const [key, set] of all) sets.set(key, set.union(sets.get(key) ?? new Set()));
  return sets;
}

/**
 * The log of one shard of a merged run: leaks and statuses are searched in all shards, and billed completions stay
 * with the shard that measured the totals.
 */
export function joinedLog(own: ExchangeLog, others: readonly ExchangeLog[]): ExchangeLog {
  return {
    ...own,
    completionsElsewhere: () => others.flatMap((log) => log.ownCompletions()),
    leaks: () => [...own.leaks(), ...others.flatMap((log) => log.leaks())],
    acceptedPlaces: () => united([own, ...others].flatMap((log) => [...log.acceptedPlaces()])),
    serverErrors: () => [own, ...others].flatMap((log) => log.serverErrors()),
    errorForms: () => new Map([...others, own].flatMap((log) => [...log.errorForms()])),
    completionStatuses: () =>
      new Map([...others.flatMap((log) => [...log.completionStatuses()]), ...own.completionStatuses()]),
  };
}
