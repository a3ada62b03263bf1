import { plainRow } from '../requests/basics.ts';
import { completionSpec, jsonPost } from '../requests/planned.ts';
import { isPage, mostSeenModel } from '../run/handshake.ts';
import { recordsOf } from '../usage/walk/page.ts';
import { type Exchange, mediaType, type RequestSpec } from '../vocabulary/exchange.ts';
import { failed, ok, type Step, warned } from './step.ts';

/** Sends one request of the doctor's. */
export type Send = (spec: RequestSpec) => Promise<Exchange>;

const ALIAS = '/v1/chat/completions';

/**
 * Path, key, model, stream and usage, each only if the steps that it depends on succeeded. At most eight requests,
 * two of which are billed. `model` is the one that the user named, if any.
 */
export async function serviceSteps(send: Send, model: string | undefined): Promise<Step[]> {
  const path = await pathStep(send);
  if (path.outcome === 'failed') return [path];
  const usage = await send({ method: 'GET', path: '/api/v1/usage/stats', label: 'usage records' });
  const key = await keyStep(send);
  if (key.outcome === 'failed') return [path, key];
  const found = model ?? mostSeenModel(usage);
  if (found === undefined) {
    const nameless = failed(
      'model',
      'no model was given, and the usage records have none',
      'give a model with --model',
    );
    return [path, key, nameless, usageStep(usage)];
  }
  const plain = await modelStep(send, found);
  if (plain.outcome === 'failed') return [path, key, plain, usageStep(usage)];
  return [path, key, plain, await streamStep(send, found), usageStep(usage)];
}

/** A request without a key: an existing service rejects it, or answers. */
async function pathStep(send: Send): Promise<Step> {
  const bare = { ...jsonPost('no key', {}), credential: 'none' as const, authorization: null };
  const exchange = await send(bare);
  const status = exchange.response?.status;
  if (status === undefined) return unanswered('path', exchange);
  if (status >= 300 && status < 400) {
    return failed('path', `a redirect (status ${status})`, 'give the final address with --base-url');
  }
  if (status !== 404 && status !== 405) {
    return isPage(exchange)
      ? failed(
          'path',
          `a web page (status ${status})`,
          'set --base-url to the address of the API, without /api/v1',
        )
      : answered(
          'path',
          `${new URL(exchange.request.url).pathname} exists (status ${status} without a key)`,
          exchange,
        );
  }
  const alias = await send({ ...bare, path: ALIAS });
  const there = ![undefined, 404, 405].includes(alias.response?.status);
  const mend = there ? `the service is at ${ALIAS}: use --api-path /v1` : 'check --base-url';
  return failed('path', `${new URL(exchange.request.url).pathname} does not exist (status ${status})`, mend);
}

/** A body that no service accepts: it is free, and an invalid key is rejected before the body is read. */
async function keyStep(send: Send): Promise<Step> {
  const exchange = await send(jsonPost("a body without the contract's members", {}));
  const status = exchange.response?.status;
  if (status === undefined) return unanswered('key', exchange);
  if (status === 401 || status === 403) {
    return failed('key', `refused (status ${status})`, 'check the key in CHATSPEC_API_KEY or its file');
  }
  if (status === 429) return limited('key');
  return answered('key', `accepted (status ${status} for an empty body)`, exchange);
}

async function modelStep(send: Send, model: string): Promise<Step> {
  const exchange = await send(completionSpec(plainRow(model)));
  const status = exchange.response?.status;
  if (status === undefined) return unanswered('model', exchange);
  if (status === 200) return answered('model', `${model} answers`, exchange);
  if (status === 402)
    return failed('model', 'the wallet is empty (status 402)', 'top up the wallet, or use another key');
  if (status === 429) return limited('model');
  return failed('model', `${model}: status ${status}`, 'check --model: the service must host the model');
}

async function streamStep(send: Send, model: string): Promise<Step> {
  const { body } = plainRow(model);
  const row = { ...plainRow(model), body: { ...body, stream: true } };
  const exchange = await send(completionSpec(row));
  const status = exchange.response?.status;
  if (status === 429) return limited('stream');
  const type = mediaType(exchange);
  if (exchange.failure) return warned('stream', exchange.failure.message, 'the run will report the cause');
  if (status !== 200 || type !== 'text/event-stream') {
    return warned(
      'stream',
      `status ${status}, ${type || 'no content type'}`,
      'the run will report the cause',
    );
  }
  const reads = exchange.response?.reads.length ?? 0;
  return reads === 1 && exchange.response!.body.size > 2_000
    ? warned('stream', 'the whole stream arrived at once', 'check for a proxy that buffers answers')
    : ok('stream', `reads of the connection: ${reads}`);
}

function usageStep(exchange: Exchange): Step {
  const status = exchange.response?.status;
  if (status === undefined) {
    return warned('usage', exchange.failure?.message ?? 'no answer', 'the run will judge the endpoint');
  }
  if (status === 200 && !isPage(exchange))
    return exchange.failure || recordsOf(exchange)
      ? answered('usage', 'the endpoint returns records', exchange)
      : warned('usage', 'the answer has no list of records', 'the run will report the cause');
  if (status === 404 || status === 405 || isPage(exchange)) {
    return warned(
      'usage',
      `no usage endpoints (status ${status})`,
      'use --scope chat to judge the service without usage endpoints',
    );
  }
  return warned('usage', `status ${status}`, 'the run will judge the endpoint');
}

function unanswered(name: Step['name'], exchange: Exchange): Step {
  const mend =
    exchange.failure?.kind === 'tls'
      ? 'give its certificate with --ca FILE'
      : 'check whether the service is running';
  return failed(name, exchange.failure?.message ?? 'no answer', mend);
}

const limited = (name: Step['name']): Step =>
  warned(name, 'the rate limit was reached (status 429)', 'slow down the run, for example with --rps 2');

/** Good, unless the body broke off or did not end. */
const answered = (name: Step['name'], seen: string, { failure }: Exchange): Step =>
  failure ? warned(name, `${seen}, but ${failure.message}`, 'the run will report the cause') : ok(name, seen);
