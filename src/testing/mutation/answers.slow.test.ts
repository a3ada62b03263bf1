import { expect, test } from 'vitest';
import type { Behaviour, Change } from '../../../reference/src/behaviour.ts';
import { chance } from '../../../reference/src/chance.ts';
import type { Reply, Write } from '../../../reference/src/message.ts';
import { CHECKS } from '../../../suites/index.ts';
import { runAgainst } from '../../proof/against.ts';

/** Values that no reader of an answer should stumble over, each at each place. */
const ODD: readonly unknown[] = [
  ...[0.5, -1, 1e308, 2 ** 53, '', '0', 'NaN', '\ud800', '\u0000', '__proto__', '2026-13-45'],
  ...[null, true, [], {}, [null], [[]], { length: -1 }, 'x'.repeat(5_000)],
];

type Kind = 'completion' | 'chunk' | 'stats' | 'summary' | 'refusal';
type Edit = (kind: Kind, json: unknown) => unknown;

function kindOf(path: string, { status }: Reply, inStream: boolean): Kind {
  if (status !== 200) return 'refusal';
  if (path.includes('/usage/')) return path.includes('stats') ? 'stats' : 'summary';
  return inStream ? 'chunk' : 'completion';
}

/** A service whose JSON is edited, that of events too. */
const edited =
  (edit: Edit): Change =>
  (before) => ({
    reply(given, request) {
      const reply = before.reply(given, request);
      const { body } = reply;
      const inside = (text: string, inStream: boolean) => {
        try {
          return JSON.stringify(edit(kindOf(request.path, reply, inStream), JSON.parse(text)));
        } catch {
          return text;
        }
      };
      const written = (bytes: Uint8Array) => Buffer.from(bytes).toString();
      if (body instanceof Uint8Array) return { ...reply, body: Buffer.from(inside(written(body), false)) };
      return { ...reply, body: eventsOf(body, (json) => inside(json, true)) };
    },
  });

async function* eventsOf(body: Exclude<Reply['body'], Uint8Array>, inside: (json: string) => string) {
  for await (const write of body as AsyncIterable<Write>) {
    const text = Buffer.from(write.bytes).toString();
    const bytes = Buffer.from(text.replace(/(?<=^data: )\{.*$/gm, inside));
    yield { ...write, bytes };
  }
}

/** Adds the pointers of a value; the elements of a list are one place. */
function addPlaces(value: unknown, at: string, places: Set<string>): void {
  places.add(at);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    addPlaces(inner, `${at}/${Array.isArray(value) ? '*' : name}`, places);
}

/** The value with another one at these places. */
function withOdd(value: unknown, [name, ...rest]: readonly string[], odd: unknown): unknown {
  if (name === undefined) return odd;
  if (name === '*') return Array.isArray(value) ? value.map((one) => withOdd(one, rest, odd)) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: withOdd(value[name as keyof typeof value], rest, odd) };
}

const judged = (edit: Edit) =>
  runAgainst(CHECKS, { seed: 1, changes: [edited(edit) as (before: Behaviour) => Partial<Behaviour>] });

test('no value at any place of an answer breaks a check', async () => {
  const places = new Map<Kind, Set<string>>();
  await judged((kind, json) => {
    const known = places.get(kind) ?? new Set();
    addPlaces(json, '', known);
    places.set(kind, known);
    return json;
  });
  const draw = chance(process.env.ODD_SEED ?? `${Date.now()}`);
  const broken: string[] = [];
  for (const [kind, pointers] of places) {
    for (const pointer of pointers) {
      const odd = ODD[Math.floor(draw() * ODD.length)];
      const { results } = await judged((of, json) =>
        of === kind ? withOdd(json, pointer.split('/').slice(1), odd) : json,
      );
      const errors = results.filter(({ verdict }) => verdict === 'error');
      for (const { id, message } of errors)
        broken.push(`${kind} ${pointer} ${JSON.stringify(odd)}: ${id} ${message}`);
    }
  }
  expect([...places.keys()].sort()).toEqual(['chunk', 'completion', 'refusal', 'stats', 'summary']);
  expect(broken).toEqual([]);
}, 900_000);
