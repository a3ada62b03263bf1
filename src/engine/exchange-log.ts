import { mayGetAnyRefusal } from '../vocabulary/any-refusal.ts';
import { type Body, bodyText, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { API_PATH } from '../vocabulary/settings.ts';

/** What checks of the whole run look back on. */
export interface ExchangeLog {
  note(exchange: Exchange): void;
  /** Takes back that an answer was one to its request: a limit gave it, whatever was asked. */
  setAside(exchange: Exchange): void;
  ownCompletions(): readonly Exchange[];
  /** Of a merged run, those of its other shards. */
  completionsElsewhere(): readonly Exchange[];
  leaks(): readonly Exchange[];
  completionStatuses(): ReadonlyMap<number, Exchange>;
  /** Every answer with a status of 500 or above, without its body; what is transient included. */
  serverErrors(): readonly Exchange[];
  /** The forms in which refusals and server errors came (media type, and whether JSON parses), with the first of each. */
  errorForms(): ReadonlyMap<string, Exchange>;
  /** True when any request got a status line. */
  answered(): boolean;
}

const NOTHING = new Uint8Array();

/** The exchange as far as it says what was asked and how it was answered: nothing in it leads to the body. */
export function withoutBody(exchange: Exchange): Exchange {
  const { response, ...rest } = exchange;
  if (!response) return rest;
  const body = { ...response.body, bytes: NOTHING, pieces: () => [] };
  return { ...rest, response: { ...response, reads: [], body } };
}

/** A larger body is no error message that anybody reads, and is not kept for the place of a key in it. */
const LARGE = 64 * 1024;

function noteForm(forms: Map<string, Exchange>, exchange: Exchange): void {
  const { response } = exchange;
  if (!response || response.status < 400 || exchange.failure) return;
  const form = formOf(exchange, response.body);
  if (!forms.has(form)) forms.set(form, withoutBody(exchange));
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

/** The published variant of the path: what it completes is billed too. */
const BILLED_PATH = /\/v1\/chat\/completions\/?$/;

/** Keeps the exchanges that later checks ask about; all others are let go, so that memory does not grow with them. */
export function createExchangeLog(apiPath = API_PATH): ExchangeLog {
  const completionPath = `${apiPath}/chat/completions`;
  const completions: Exchange[] = [];
  const leaks: Exchange[] = [];
  const statuses = new Map<number, Exchange>();
  const serverErrors: Exchange[] = [];
  const errorForms = new Map<string, Exchange>();
  let answered = false;
  return {
    note(exchange) {
      if (exchange.response) answered = true;
      const { leaks: forms = [], body } = exchange.response ?? {};
      if (forms.length > 0) leaks.push(body!.size > LARGE ? withoutBody(exchange) : exchange);
      if ((exchange.response?.status ?? 0) >= 500) serverErrors.push(withoutBody(exchange));
      noteForm(errorForms, exchange);
      const { method, url } = exchange.request;
      const isCompletion = url.endsWith(completionPath);
      if (method !== 'POST' || !(isCompletion || BILLED_PATH.test(url))) return;
      if (exchange.credential === 'main') completions.push(exchange);
      if (!isCompletion) return;
      if (!exchange.response) return;
      const { status } = exchange.response;
      const known = statuses.get(status);
      // One that any refusal may answer tells less than one that has a status of its own.
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
    errorForms: () => errorForms,
    answered: () => answered,
  };
}

/**
 * The log of one shard of a merged run: what leaked and which statuses came is looked for in all of them, and what was
 * billed stays with the shard that measured the totals around it.
 */
export function joinedLog(own: ExchangeLog, others: readonly ExchangeLog[]): ExchangeLog {
  return {
    ...own,
    completionsElsewhere: () => others.flatMap((log) => log.ownCompletions()),
    leaks: () => [...own.leaks(), ...others.flatMap((log) => log.leaks())],
    serverErrors: () => [own, ...others].flatMap((log) => log.serverErrors()),
    errorForms: () => new Map([...others, own].flatMap((log) => [...log.errorForms()])),
    completionStatuses: () =>
      new Map([...others.flatMap((log) => [...log.completionStatuses()]), ...own.completionStatuses()]),
  };
}
