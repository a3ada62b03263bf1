import type { Asking, Check } from '../check.ts';
import { type RefusalKind, refusal } from '../judge/refusal.ts';
import { completionSpec, control, jsonPost, type PlannedCompletion, settled } from './ask.ts';
import { sameSeedRows } from './basics.ts';
import { ABSENT } from './breaking.ts';
import { UNKNOWN_MEMBER } from './constraints.ts';
import { edited } from './edit.ts';

const CASES: readonly { name: string; what: string; kind: RefusalKind; path: string[]; value: unknown }[] = [
  { name: 'bound', what: 'temperature is 2.0001', kind: 'bound', path: ['temperature'], value: 2.0001 },
  { name: 'type', what: 'n is "1"', kind: 'bound', path: ['n'], value: '1' },
  {
    name: 'enumeration',
    what: 'reasoning_effort is "zzz-unknown"',
    kind: 'enumeration',
    path: ['reasoning_effort'],
    value: 'zzz-unknown',
  },
  {
    name: 'nested',
    what: 'the role of a message is "zzz-unknown"',
    kind: 'nested',
    path: ['messages', '0', 'role'],
    value: 'zzz-unknown',
  },
  { name: 'unknown', what: 'a field is unknown', kind: 'unknown', path: [UNKNOWN_MEMBER], value: 'x' },
  { name: 'missing', what: 'messages is absent', kind: 'missing', path: ['messages'], value: ABSENT },
];

/** A sample of all refusals, asked for as streams: the status says it, and no event stream does. */
export const streamedRefusalsCheck: Check = {
  id: 'request/streamed-refusals',
  title: 'Bad requests are refused by their status also when a stream is asked for',
  clauses: ['7.3', '6'],
  level: 'must',
  about:
    'One breach of each kind (a bound, a type, a list of values, a nested value, an unknown field, a missing one, a body that is cut off) with stream true, beside a streamed request that is accepted. Judged like the same breach without a stream; 200 with an event stream that tells of the error fails.',
  async run(t) {
    const row = sameSeedRows(t.model, t.settings.seed)[1]!;
    await control(t, row);
    const asked = CASES.map(({ name, what, kind, path, value }) => {
      const body = JSON.stringify(edited(row.body, path, value));
      return (ask: Asking) => refusedStream(ask, { name, what, kind, body }, row);
    });
    const text = JSON.stringify(row.body);
    const cut = {
      name: 'cut',
      what: 'the body is cut off',
      kind: 'unparsable' as const,
      body: text.slice(0, -1),
    };
    await t.verifyEach([...asked, (ask) => refusedStream(ask, cut, row)], ({ kind, exchange, what }) =>
      refusal(kind)({ exchange, what: `${what}, streamed` }),
    );
  },
};

async function refusedStream(
  ask: Asking,
  { name, what, kind, body }: { name: string; what: string; kind: RefusalKind; body: string },
  row: PlannedCompletion,
) {
  const spec = { ...jsonPost(`${what}, streamed`, null), body };
  const exchange = await ask.shared(`request/streamed-refusals/${name}`, (own) =>
    settled(own, spec, completionSpec(row)),
  );
  return { exchange, what, kind };
}
