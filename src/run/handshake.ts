import { createRequester, type RunContext } from '../engine/requester.ts';
import { completion, plainRow } from '../requests/ask.ts';
import { corpus } from '../requests/corpus.ts';
import { forOtherModel, withNewerLimit } from '../requests/planned.ts';
import type { Requester } from '../vocabulary/check.ts';
import { bodyText, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { attempt, decided, Inconclusive } from '../vocabulary/undecidable.ts';
import { FIRST_ASKER, FIRST_REQUEST, HandshakeRefused } from './first-request.ts';

export { HandshakeRefused } from './first-request.ts';

/** The facts about the target from the handshake. */
export interface Handshake {
  model: string;
}

/** The minimal valid completion, billed once however often it is requested. */
export function plainCompletion(ask: Requester, model: string): Promise<Exchange> {
  return completion(ask, plainRow(model));
}

/** Failures of an unreachable target: a retry would only delay the message by a minute. */
const NOBODY = new Set(['dns', 'connect', 'refused', 'tls', 'timeout-connect']);

/**
 * One usage request, one minimal completion, and one of the reasoning model if there is one. Rejects with
 * `HandshakeRefused` if the response shows a wrong option: no response, a redirect, a web page, a 4xx other than
 * 402, 408 and 429. Everything else is left to the checks.
 */
export async function shakeHands(runContext: RunContext, settings: Settings): Promise<Handshake> {
  const ask = createRequester(runContext, FIRST_ASKER.owner, 1, () => {});
  const usageAnswer = lastAnswer(() => ask.sendOnce(FIRST_REQUEST));
  // With a model given, nothing of the completion depends on the usage records.
  const early = settings.model === undefined ? undefined : complete(ask, settings, settings.model);
  const usage = await usageAnswer;
  if (usage?.failure && !usage.response && NOBODY.has(usage.failure.kind)) {
    throw new HandshakeRefused(silence(usage));
  }
  const model =
    settings.model ??
    modelFromRecords(
      usage?.response?.status === 200 ? usage : await lastAnswer(() => ask.send(FIRST_REQUEST)),
    );
  const { plain, reasoner } = early ?? complete(ask, settings, model);
  const answer = await plain;
  const problem = answer && refusal(answer, model);
  if (problem) throw new HandshakeRefused(problem);
  await reasoner;
  for (const other of settings.otherModels ?? []) await meetOther(ask, settings, model, other);
  return { model };
}

/** Sends the minimal request, and one of the reasoning model. The result of the minimal request comes first. */
function complete(ask: Requester, settings: Settings, model: string) {
  const reasoner = settings.reasoningModel === undefined ? undefined : meetReasoner(ask, settings, model);
  const plain = lastAnswer(() => plainCompletion(ask, model));
  for (const promise of [plain, reasoner]) promise?.catch(() => {});
  return { plain, reasoner };
}

/** Rejects if an additional model is not hosted. The run sends this request anyway. */
async function meetOther(ask: Requester, settings: Settings, model: string, other: string): Promise<void> {
  const { profile, seed, reasoningModel, otherModels } = settings;
  const rows = corpus({ profile, seed, model, reasoningModel, otherModels });
  const plain = rows.find((row) => row.body.model === other && forOtherModel(row))!;
  await refuseMistake(ask, [plain], 'an additional model', `--model (${other})`);
}

/**
 * Rejects if the named reasoning model is not hosted, because its checks would be meaningless. The run sends this
 * request anyway; only if it is rejected, smaller ones distinguish the model from the effort and the limit.
 */
async function meetReasoner(ask: Requester, settings: Settings, model: string): Promise<void> {
  const { profile, seed, reasoningModel } = settings;
  const named = reasoningModel!;
  const planned = corpus({ profile, seed, model, reasoningModel }).find((row) => row.body.model === named);
  // The smoke profile sends that model nothing.
  if (!planned) return;
  const plain = { ...plainRow(named), id: 'plain-reasoning' };
  // The checks report that a model accepts one name of the limit only.
  const rows = [planned, plain, withNewerLimit(plain)];
  await refuseMistake(ask, rows, 'the reasoning model', `--reasoning-model (${named})`);
}

/** Rejects, with the option to check, if all of these requests are rejected as mistakes. */
async function refuseMistake(
  ask: Requester,
  rows: readonly PlannedCompletion[],
  model: string,
  option: string,
): Promise<void> {
  let said = '';
  for (const row of rows) {
    const answer = await lastAnswer(() => completion(ask, row));
    const status = answer?.response?.status ?? 0;
    if (!isMistake(status)) return;
    said = `POST ${new URL(answer!.request.url).pathname} returned ${status}`;
  }
  throw new HandshakeRefused(`${said} to the minimal request for ${model}: check ${option}`);
}

/** A rejection that an option may cause: any 4xx that concerns neither money nor rate limits. */
function isMistake(status: number): boolean {
  return status >= 400 && status < 500 && ![402, 408, 429].includes(status);
}

/** The response; of a request that stayed transient the last one, preferably with a status. */
async function lastAnswer(send: () => Promise<Exchange>): Promise<Exchange | undefined> {
  const answer = await attempt(send());
  if (answer instanceof Inconclusive)
    return answer.exchanges.findLast((e) => e.response) ?? answer.exchanges.at(-1);
  return decided(answer);
}

function silence(exchange: Exchange): string {
  const why = exchange.failure?.message ?? 'no answer';
  return `${origin(exchange)} did not answer (${why}); check --base-url and whether the service is running`;
}

function refusal(exchange: Exchange, model: string): string | undefined {
  const { response } = exchange;
  if (!response) return silence(exchange);
  const { status } = response;
  const said = `POST ${new URL(exchange.request.url).pathname} answered ${status}`;
  if (status >= 300 && status < 400) return `${said}, a redirect: set --base-url to the final address`;
  if (isPage(exchange)) {
    return `${said} with a web page: set --base-url to the API's address, without /api/v1`;
  }
  if (status === 401 || status === 403) return `${said}: check the key in CHATSPEC_API_KEY`;
  if (status === 404) {
    return (
      `${said}: check --base-url (chatspec appends paths under /api/v1; use --api-path /v1 for a service that ` +
      `uses it) and --model (${model}); the command doctor tests them step by step`
    );
  }
  if (isMistake(status)) {
    return `${said} to the minimal request: check --model (${model}) and --base-url`;
  }
  return undefined;
}

/** Whether the body is a web page, whatever its content type says. */
export function isPage(exchange: Exchange): boolean {
  const begins = bodyText(exchange).slice(0, 200);
  return mediaType(exchange) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(begins);
}

function modelFromRecords(usage: Exchange | undefined): string {
  const best = mostSeenModel(usage);
  if (best === undefined) {
    const isWhole = usage?.response !== undefined && usage.failure === undefined;
    const why = isWhole ? 'the usage records have none' : 'the usage records were not received';
    throw new HandshakeRefused(`no model was given, and ${why}: set --model`);
  }
  return best;
}

/** The most frequent model of the usage records, the first by name of several; undefined if there is none. */
export function mostSeenModel(usage: Exchange | undefined): string | undefined {
  const counts = new Map<string, number>();
  for (const record of records(usage)) {
    if (typeof record.model === 'string' && record.model !== '') {
      counts.set(record.model, (counts.get(record.model) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}

function records(usage: Exchange | undefined): { model?: unknown }[] {
  if (usage?.response?.status !== 200) return [];
  try {
    const body: unknown = parseJson(bodyText(usage));
    return Array.isArray(body) ? body.filter((r) => typeof r === 'object' && r !== null) : [];
  } catch {
    return [];
  }
}

function origin(exchange: Exchange): string {
  return new URL(exchange.request.url).origin;
}
