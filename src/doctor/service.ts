import { plainRow } from '../requests/basics.ts';
import { completionSpec, jsonPost } from '../requests/send.ts';
import { mostSeenModel } from '../run/handshake.ts';
import { bodyText, type Exchange, mediaType, type RequestSpec } from '../vocabulary/exchange.ts';
import { failed, ok, type Step } from './step.ts';

/** Sends one request of the doctor's. */
export type Send = (spec: RequestSpec) => Promise<Exchange>;

const ALIAS = '/v1/chat/completions';

/**
 * Path, key, model, stream and usage, each only when what it rests on went well. At most eight requests, of which two
 * are billed. `model` is the one that the user named, if any.
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
      'none is named, and the usage records show none',
      'name one with --model',
    );
    return [path, key, nameless, usageStep(usage)];
  }
  const plain = await modelStep(send, found);
  if (plain.outcome === 'failed') return [path, key, plain, usageStep(usage)];
  return [path, key, plain, await streamStep(send, found), usageStep(usage)];
}

/** Nobody's request: a service that is there refuses it for its missing key, or answers it. */
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
          '--base-url should be the address of the API, without /api/v1',
        )
      : ok('path', `${new URL(exchange.request.url).pathname} is there (status ${status} without a key)`);
  }
  const alias = await send({ ...bare, path: ALIAS });
  const there = ![undefined, 404, 405].includes(alias.response?.status);
  const mend = there ? `the service stands at ${ALIAS}: give --api-path /v1` : 'check --base-url';
  return failed('path', `${new URL(exchange.request.url).pathname} is not there (status ${status})`, mend);
}

/** A body that nobody accepts: it costs nothing, and a key that is refused is refused before it is read. */
async function keyStep(send: Send): Promise<Step> {
  const exchange = await send(jsonPost('a body without its members', {}));
  const status = exchange.response?.status;
  if (status === undefined) return unanswered('key', exchange);
  if (status === 401 || status === 403) {
    return failed(
      'key',
      `refused (status ${status})`,
      'check the key in CHATSPEC_API_KEY, or the file that holds it',
    );
  }
  if (status === 429) return limited('key');
  return ok('key', `taken (status ${status} to a body that lacks everything)`);
}

async function modelStep(send: Send, model: string): Promise<Step> {
  const exchange = await send(completionSpec(plainRow(model)));
  const status = exchange.response?.status;
  if (status === undefined) return unanswered('model', exchange);
  if (status === 200) return ok('model', `${model} answers`);
  if (status === 402)
    return failed('model', 'the wallet is empty (status 402)', 'top it up, or use another key');
  if (status === 429) return limited('model');
  return failed(
    'model',
    `${model}: status ${status}`,
    'check --model: it has to be one that the service hosts',
  );
}

async function streamStep(send: Send, model: string): Promise<Step> {
  const { body } = plainRow(model);
  const row = { ...plainRow(model), body: { ...body, stream: true } };
  const exchange = await send(completionSpec(row));
  const status = exchange.response?.status;
  if (status === 429) return limited('stream');
  const type = mediaType(exchange);
  if (exchange.failure)
    return warned('stream', exchange.failure.message, 'the run will say what is wrong with it');
  if (status !== 200 || type !== 'text/event-stream') {
    return warned(
      'stream',
      `status ${status}, ${type || 'no content type'}`,
      'the run will say what is wrong with it',
    );
  }
  const reads = exchange.response?.reads.length ?? 0;
  return reads === 1 && exchange.response!.body.size > 2_000
    ? warned('stream', 'the whole stream came at once', 'a proxy that buffers answers may stand between')
    : ok('stream', `${reads} pieces`);
}

function usageStep(exchange: Exchange): Step {
  const status = exchange.response?.status;
  if (status === undefined) {
    return warned('usage', exchange.failure?.message ?? 'no answer', 'the run will judge it');
  }
  if (status === 200 && !isPage(exchange)) return ok('usage', 'records are shown');
  if (status === 404 || status === 405 || isPage(exchange)) {
    return warned(
      'usage',
      `no usage endpoints (status ${status})`,
      'judge the rest alone with --scope chat, if that is meant',
    );
  }
  return warned('usage', `status ${status}`, 'the run will judge it');
}

function unanswered(name: Step['name'], exchange: Exchange): Step {
  const mend = exchange.failure?.kind === 'tls' ? 'give the authority with --ca FILE' : 'is the service up?';
  return failed(name, exchange.failure?.message ?? 'no answer', mend);
}

const limited = (name: Step['name']): Step =>
  warned(name, 'the rate limit is reached (status 429)', 'slow the run down: --rps 2, say');

function warned(name: Step['name'], seen: string, mend: string): Step {
  return { name, outcome: 'warning', seen, mend };
}

function isPage(exchange: Exchange): boolean {
  return (
    mediaType(exchange) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(bodyText(exchange).slice(0, 200))
  );
}
