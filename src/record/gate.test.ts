import { describe, expect, test } from 'vitest';
import { createRedactor } from '../http/redact.ts';
import { exchange } from '../testing/exchange.ts';
import { createGate } from './gate.ts';
import { createPseudonyms } from './pseudonyms.ts';

const KEY = 'sk-main-0123456789';
const STATS = 'http://service.test/api/v1/usage/stats';
const ID = '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11';
const gate = () =>
  createGate(
    { baseUrl: 'http://service.test' },
    createRedactor([KEY]),
    createPseudonyms(Buffer.from('salt')),
  );
const textOf = (body: Uint8Array) => Buffer.from(body).toString();

describe('what comes through the gate', () => {
  test('holds no key, in what was sent and in what came, no session and nobody', () => {
    const base64 = Buffer.from(KEY).toString('base64');
    const { request, response } = gate().exchange(
      exchange({
        url: `${STATS}?key=${KEY}`,
        requestHeaders: [['Authorization', `Bearer ${KEY}`]],
        request: { user: KEY },
        body: [{ email: 'jane@example.com', note: KEY }],
        headers: { 'set-cookie': 'session=abcdef; Path=/', 'x-key': base64 },
      }),
    );
    const all = JSON.stringify([request.url, request.headers, response!.headers]);
    const text = all + textOf(request.body) + textOf(response!.body.bytes);
    for (const secret of [KEY, 'jane', 'abcdef', base64.slice(0, 10)]) expect(text).not.toContain(secret);
    expect(text).toContain('session=******; Path=/');
  });

  test('holds no key in any of hundreds of headers, and leaves the others', () => {
    const of = (key: string) =>
      Array.from({ length: 400 }, (_, i) => [
        `x-${i}`,
        i % 100 === 7 ? `${i}-${key}` : `${i}-${'a'.repeat(120)}`,
      ]);
    const { response } = gate().exchange(exchange({ headers: Object.fromEntries(of(KEY)) }));
    expect(response!.headers.filter(([name]) => name.startsWith('x-'))).toEqual(of('*'.repeat(KEY.length)));
  });

  test('names an id in a header as in a body', () => {
    const { response } = gate().exchange(
      exchange({ url: STATS, body: [{ org_id: ID }], headers: { link: `<?org_id=${ID}&page=2>` } }),
    );
    const [{ org_id: written }] = JSON.parse(textOf(response!.body.bytes));
    expect(written).not.toBe(ID);
    expect(response!.headers).toContainEqual(['link', `<?org_id=${written}&page=2>`]);
  });

  test('is the same body object where there is nothing to hide', () => {
    const before = exchange({ url: STATS, body: [{ requests: 1 }] });
    expect(gate().exchange(before).response!.body).toBe(before.response!.body);
  });

  test('keeps nobody elsewhere either, but for the words of a model', () => {
    const passed = gate();
    passed.exchange(exchange({ url: STATS, body: [{ user_id: 'alice' }] }));
    const answered = (status: number) =>
      textOf(
        passed.exchange(exchange({ status, body: { text: 'alice, jane@example.com' } })).response!.body.bytes,
      );
    expect(answered(200)).toMatch(/alice, (?!jane)[a-z]{4}@(?!example)[a-z]{7}\.com/);
    expect(answered(403)).toMatch(/(?!alice)[a-z]{5}, (?!jane)[a-z]{4}@/);
  });
});

test('a line of the record loses keys, and keeps the pseudonyms that it quotes', () => {
  const line = { type: 'discovery', model: `jane@example.com ${KEY}` } as const;
  expect(gate().line(line).model).toBe(`jane@example.com ${'*'.repeat(KEY.length)}`);
});

const under = (baseUrl: string, apiPath?: string) =>
  createGate(
    { baseUrl, ...(apiPath && { apiPath }) },
    createRedactor([KEY]),
    createPseudonyms(Buffer.from('salt')),
  );
const functionNamed = { function: { name: 'get_weather' }, user_id: 'x7' };

test.each([
  ['http://service.test/usage', undefined],
  ['http://service.test/usage-gateway/v2', undefined],
  ['http://service.test', '/usage/v1'],
])('below %s and %s the answer to a completion is no usage data', (baseUrl, apiPath) => {
  const body = (path: string) => {
    const url = `${baseUrl}${apiPath ?? '/api/v1'}${path}`;
    return textOf(
      under(baseUrl, apiPath).exchange(exchange({ url, body: [functionNamed] })).response!.body.bytes,
    );
  };
  expect(body('/chat/completions')).toContain('"get_weather"');
  expect(body('/usage/stats')).not.toContain('get_weather');
});

test.each([ID, `ft-${ID}`, `urn:uuid:${ID}`, 'team@models.acme.test'])(
  'a model of the run keeps its name everywhere: %s',
  (model) => {
    const named = createPseudonyms(Buffer.from('salt'), { names: [model] });
    const passed = createGate({ baseUrl: 'http://service.test' }, createRedactor([KEY]), named);
    const url = `${STATS}?model=${encodeURIComponent(model)}`;
    const data = [{ model, user_id: model }, { error: `no ${model}` }];
    for (const status of [200, 404]) {
      const { request, response } = passed.exchange(
        exchange({ url, status, request: { model }, body: data }),
      );
      expect([request.url, JSON.parse(textOf(request.body))]).toEqual([url, { model }]);
      expect(JSON.parse(textOf(response!.body.bytes))).toEqual(data);
    }
    expect(passed.restore({ method: 'GET', label: '', path: url }).path).toBe(url);
  },
);

test('columns that the user calls counts are none of people', () => {
  const titled = createPseudonyms(Buffer.from('salt'), { columns: ['user_input', 'Holder'] });
  const passed = createGate({ baseUrl: 'http://service.test' }, createRedactor([KEY]), titled);
  const body = 'user_id,user_input,Holder\nalice,94858,9789\n';
  const { response } = passed.exchange(exchange({ url: STATS, body }));
  expect(textOf(response!.body.bytes)).toMatch(/^user_id,user_input,Holder\n(?!alice)[a-z]{5},94858,9789\n$/);
});

describe('a question goes to the target in its own words', () => {
  const passed = gate();
  const { response } = passed.exchange(
    exchange({ url: STATS, body: [{ org_id: 'org-12', model: 'ft:jane@example.com', id: ID }] }),
  );
  const [record] = JSON.parse(textOf(response!.body.bytes));
  const ask = { method: 'GET', label: 'a question' };

  test.each([
    ['org_id', 'org-12'],
    ['model', 'ft:jane@example.com'],
  ])('a pseudonym of %s in a query and in a header', (member, original) => {
    expect(record[member]).not.toBe(original);
    const spec = passed.restore({
      ...ask,
      path: `/usage?a=${encodeURIComponent(record[member])}&limit=1`,
      headers: [['X-Org', record[member]]],
      ...(member === 'org_id' && { organization: record[member] }),
    });
    expect(spec.path).toBe(`/usage?a=${encodeURIComponent(original)}&limit=1`);
    expect(spec.headers).toEqual([['X-Org', original]]);
  });

  test('however many words and numbers are pseudonyms of people', () => {
    const people = Array.from({ length: 20_000 }, (_, n) => ({
      login: [n, n / 26, n / 676].map((at) => String.fromCharCode(97 + (at % 26))).join(''),
      customer_id: 100 + (n % 900),
    }));
    const crowded = gate();
    crowded.exchange(exchange({ url: STATS, body: people }));
    const path = '/api/v1/usage/export?limit=100&offset=149&source=api&provider=app';
    expect(crowded.restore({ ...ask, path, organization: 'another' }).path).toBe(path);
  });

  test('and everything else as it was', () => {
    const path = '/a%2Fb?x=1%2F2&y=a+b&z=jane%40example.com&start=2026-01-01';
    expect(passed.restore({ ...ask, path })).toEqual({ ...ask, path });
  });
});
