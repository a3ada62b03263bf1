import { validate } from '../../contract/schemas.ts';
import { isObject, type JsonObject, list, member } from '../json.ts';

const KNOWN: Members = {
  '': [
    'id',
    'object',
    'created',
    'model',
    'service_tier',
    'system_fingerprint',
    'prompt_token_ids',
    'prompt',
    'choices',
    'usage',
  ],
  'choices/': ['index', 'message', 'finish_reason', 'logprobs', 'seed', 'token_ids'],
  'message/': ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'reasoning'],
  'usage/': ['prompt_tokens', 'completion_tokens', 'total_tokens'],
};

/** Members by the path of their object, as `choices/`. */
type Members = Readonly<Record<string, readonly string[]>>;

/** All members of bodies, and of the objects in them whose members are `known`, as `choices/seed`: each once, sorted. */
function membersOf(bodies: readonly JsonObject[], known: Members): string[] {
  const seen = new Set<string>();
  const look = (value: unknown, path: string) => {
    if (isObject(value) && known[path])
      for (const name of Object.keys(value)) seen.add(`${path}${name.slice(0, 40)}`);
  };
  for (const body of bodies) {
    look(body, '');
    look(body.usage, 'usage/');
    for (const choice of list(body.choices)) {
      look(choice, 'choices/');
      look(member(choice, 'message'), 'message/');
      look(member(choice, 'delta'), 'delta/');
    }
  }
  return [...seen].sort();
}

function isKnown(path: string, known: Members): boolean {
  const cut = path.indexOf('/') + 1;
  return known[path.slice(0, cut)]?.includes(path.slice(cut)) ?? false;
}

/** Members beyond the known ones, those of the schema by default; sorted. */
export function extraMembers(bodies: readonly JsonObject[], known: Members = KNOWN): string[] {
  return membersOf(bodies, known).filter((path) => !isKnown(path, known));
}

/** Optional members of the schema that were returned, sorted. */
export function optionalMembers(bodies: readonly JsonObject[]): string[] {
  const required = ['id', 'created', 'model', 'choices', 'choices/index', 'choices/message', 'message/role'];
  return membersOf(bodies, KNOWN).filter((path) => isKnown(path, KNOWN) && !required.includes(path));
}

/** Which of the two published descriptions of the response the top-level members follow: the second allows no others. */
export function descriptionOf(bodies: readonly JsonObject[]): 'first' | 'second' {
  const isBeyond = (body: JsonObject) =>
    validate('completion-response-second', body).some(({ keyword }) => keyword === 'additionalProperties');
  return bodies.some(isBeyond) ? 'first' : 'second';
}
