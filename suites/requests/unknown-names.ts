import { validate } from '../../src/contract/schemas.ts';
import { refusal } from '../../src/judge/refusal.ts';
import { acceptedControl } from '../../src/requests/accepted-control.ts';
import { completionSpec, settled } from '../../src/requests/ask.ts';
import { edited, type Json } from '../../src/requests/edit.ts';
import { badPost } from '../../src/requests/probes.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';

const ID = 'request/unknown-field-names';

/** Names that objects have in many languages, names similar to known ones, and names of other services. */
const NAMES: readonly (readonly [name: string, value: unknown])[] = [
  ['__proto__', { temperature: 1 }],
  ['constructor', 'x'],
  ['Temperature', 1],
  ['temprature', 1],
  ['top-p', 1],
  ['', 1],
  // Members of the contract in the spelling of other languages.
  ['maxTokens', 1],
  ['topP', 1],
  ['toolChoice', 'none'],
  // Names of extensions.
  ['x-zzz-field', 'x'],
  ['x_zzz_field', 1],
  // Settings of other services, which a gateway may pass to its backend.
  ['top_k', 40],
  ['repetition_penalty', 1],
  ['chat_template_kwargs', {}],
];

interface Named {
  exchange: Exchange;
  what: string;
}

function probe(base: Json, name: string, value: unknown): Json {
  const body = edited(base, [name], value);
  const broken = validate('completion-request', body);
  if (broken.length !== 1 || broken[0]!.keyword !== 'additionalProperties') {
    throw new Error(`${name}: a probe breaks something else: ${JSON.stringify(broken)}`);
  }
  return body;
}

/** Fields that a service takes for known ones, or for built-in ones of its language. */
export const unknownNamesCheck: Check = {
  id: ID,
  harm: 'leniency',
  title: 'Fields whose names resemble known ones are rejected',
  clauses: ['2.1', '7.3'],
  level: 'must',
  profile: 'standard',
  about:
    'Adds a field whose name every object has in many languages (__proto__, constructor). Adds near misses: other case, misspelled, hyphenated, camel case (maxTokens), empty, or with an extension prefix (x-…). Adds settings of other services (top_k). Passes on 422. Warns on another client error, and on acceptance of null. Fails on any other acceptance and on server errors.',
  async run(context) {
    const row = await acceptedControl(context);
    const base = { ...row.body, max_tokens: 1 };
    const asked =
      (name: string, value: unknown, slug: string) =>
      async (ask: Requester): Promise<Named> => {
        const what = `${JSON.stringify(name)} is ${JSON.stringify(value)}`;
        const body = probe(base, name, value);
        const bad = { constraint: ID, kind: 'unknown', among: 'alone' } as const;
        const exchange = await ask.shared(answerKey<Exchange>(`${ID}/${slug}`), (own) =>
          settled(own, badPost(what, body, bad), completionSpec(row)),
        );
        return { exchange, what };
      };
    await context.verifyInTurn(
      NAMES.map(([name, value], i) => asked(name, value, String(i))),
      refusal('unknown'),
    );
    // Many services read null as absent.
    const nulls = ['zzz_unknown_field', 'maxTokens'].map((name) => asked(name, null, `null-${name}`));
    await context.verifyEach(nulls, (named) =>
      refusal('unknown')(named).map((found) => ({ ...found, as: found.as ?? 'warn' })),
    );
  },
};
