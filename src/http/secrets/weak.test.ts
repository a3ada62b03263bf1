import { describe, expect, test } from 'vitest';
import { createRedactor } from '../redact.ts';

const USAGE = JSON.stringify([
  {
    org_id: '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11',
    email: 'jane@example.com',
    date: '2026-06-01',
    model: 'test-model',
    created: 1_750_000_000,
    total_tokens: 123_456_789,
  },
]);
const ANSWER = '{"object":"chat.completion.chunk","usage":{"prompt_tokens":7,"completion_tokens":5}}';

describe('what was given as a secret and is none is not looked for in answers', () => {
  test.each([
    'test',
    'secret',
    'prompt_tokens',
    'chat.completion.chunk',
    'application/json',
    '2026-06-01',
    '123456789',
    'jane@example.com',
    'completion_tokens',
    '1.2.3',
    'example',
    'ollama',
    'lm-studio',
  ])('%s', (secret) => {
    const redactor = createRedactor([secret]);
    for (const text of [USAGE, ANSWER]) expect(redactor.text(text)).toBe(text);
    expect(redactor.sent(`X-Mine: ${secret}`)).not.toContain(secret);
  });
});

test.each(['QwZxNvKtRpLmBdF', 'kTqPzVwLmRb', 'correcthorse', 'Team-Rocket', 'nats/h6f29sk3'])(
  'a secret of letters is hidden, and named as a word: %s',
  (secret) => {
    const redactor = createRedactor([secret]);
    const body = `{"detail":"you sent ${secret}"}`;
    expect(redactor.text(body)).toBe(body.replace(secret, '*'.repeat(secret.length)));
    const name = secret.includes('/') ? 'plain' : 'word-like plain';
    expect(redactor.finds(body)).toEqual([name]);
    expect(redactor.sent(`Bearer ${secret}`)).not.toContain(secret);
  },
);

test.each(['stop', 'jane@example.com', 'kTqPzVwLmRb', '000000'])(
  'a login of the Basic scheme is hidden: %s',
  (key) => {
    const login = Buffer.from(`:${key}`).toString('base64');
    expect(createRedactor([key]).sent(`Basic ${login}`)).toBe(`Basic ${'*'.repeat(login.length)}`);
    expect(createRedactor([key]).sent('Basic b3RoZXI6MTIz')).toBe('Basic b3RoZXI6MTIz');
  },
);

test.each([
  ['reversed', (key: string) => [...key].reverse().join('')],
  ['hex', (key: string) => Buffer.from(key).toString('hex')],
  ['base64', (key: string) => Buffer.from(key).toString('base64')],
])('a short secret is hidden in this form as well: %s', (_, write) => {
  const text = createRedactor(['Qz7Kp2']).text(`a "${write('Qz7Kp2')}" b`);
  expect(text).toMatch(/^a "[^"]*\*\*[^"]*" b$/);
});

test('a short secret is hidden where it stands alone', () => {
  const redactor = createRedactor(['hunter22']);
  expect(redactor.text('say hunter22!')).toBe('say ********!');
  for (const before of ['\\n', '\\t', '\\u0020', '%0A', '&#10;', 'token=Bearer%20'])
    expect(redactor.text(`${before}hunter22 ${before}22retnuh.`)).toBe(
      `${before}******** ${before}********.`,
    );
  expect(redactor.text('say hunter2222 and xhunter22')).toBe('say hunter2222 and xhunter22');
});

test('the words of a key that say whose it is stay', () => {
  const redactor = createRedactor(['sk-live-9fQ2xLk7Zp3VbN8wRt5Y']);
  expect(redactor.text('keys begin with sk-live- here')).toBe('keys begin with sk-live- here');
  expect(redactor.text('it was sk-live-9fQ2xLk7')).toBe('it was ****************');
});

test.each(['zephyr-large-thinking', 'meta-llama/Llama-3.1-405B-Instruct-Turbo'])(
  'the name of the model %s is no part of a key, and more of the key is',
  (model) => {
    const key = `sk-${model}-8f7a6b5c4d3e2f1a`;
    const redactor = createRedactor([key], { shown: [model, 'other'] });
    const chunk = `data: {"model":"${model}"}\n\n`;
    expect(redactor.text(chunk.repeat(600))).toBe(chunk.repeat(600));
    expect(redactor.text(`${model}-8f7a`)).not.toContain('8f7a');
    expect(redactor.text(key)).toBe('*'.repeat(key.length));
  },
);

test.each(['3f2b8a94-1c5d-4e6f-9a7b-0d1e2f3a4b5c', '2026-11-29T00:00:00Z', '2026-11-29'])(
  'an id in a key, %s, stays where it stands alone, and the rest of the key is hidden',
  (id) => {
    const redactor = createRedactor([`sk-${id}-Qx7Lm2Vb9Tr4`]);
    const record = `{"org_id":"${id}","other":"${id.toUpperCase()}"}`;
    expect(redactor.text(record)).toBe(record);
    expect(redactor.text(`${id}-Qx7L`)).not.toContain('Qx7L');
  },
);

test('a key that was given as a model is hidden', () => {
  const key = 'sk-live-9fQ2xLk7Zp3VbN8wRt5Y';
  const redactor = createRedactor([key], { shown: [key.toUpperCase(), `models/${key}`] });
  expect(redactor.text(`"${key}" ${key.slice(8)}`)).not.toContain('9fQ2');
});

test('an id that is all of a key is hidden, and stays one', () => {
  const id = '3f2b8a94-1c5d-4e6f-9a7b-0d1e2f3a4b5c';
  for (const key of [id, `sk-${id}`, `sk-${id}-short`, `${id}:0a1b2c3d-5e6f-4a8b-9c0d-1e2f3a4b5c6d`])
    expect(createRedactor([key]).text(`"${id}" ${id}0`)).toBe(
      `"${id.replace(/\w/g, '0')}" ${'*'.repeat(id.length)}0`,
    );
});

test('a number stays a number, so that JSON stays JSON', () => {
  const redactor = createRedactor(['482615937204861']);
  const hidden = JSON.parse(redactor.text('{"id":482615937204861,"s":"482615937204861"}'));
  expect(hidden).toEqual({ id: 999_999_999_999_999, s: '*'.repeat(15) });
});

test('bytes that hold no secret stay, whatever layers they have', () => {
  const redactor = createRedactor(['sk-live-9fQ2xLk7Zp3VbN8wRt5Y']);
  const text = `${USAGE}\n%41%42 &amp;#x41; \\u0041 ${Buffer.from(ANSWER).toString('base64')} =41`;
  const bytes = Buffer.from(text);
  expect(redactor.bytes(bytes)).toBe(bytes);
});

test.each([
  [
    'a key of words',
    'my-team-production-key-2',
    'The Production Key (2) of my Team: my team, production key 2',
  ],
  ['the letters of the alphabet', 'aB-cD/efGhIjKl9x8y7z6w5v', 'a,b,c,d,e,f,g,h,i,j,k,l'],
  ['its scheme and some more', 'sk-live-9fQ2xLk7Zp3VbN8wRt5Y', 'sk-live keys: 9 of 14'],
])('%s is left alone', (_, key, text) => expect(createRedactor([key]).text(text)).toBe(text));

test.each([
  ['url-encoded', 'myteam:AbC123xyz9', 'myteam%3AAbC123xyz9'],
  ['json-escaped', 'Tr0ub4d"3x"Zq9kLm', 'Tr0ub4d\\"3x\\"Zq9kLm'],
  ['html-escaped', "it's-My-K3y<9x", 'it&#39;s-My-K3y&lt;9x'],
  ['json-escaped', "Kd83js'ksL02x", 'Kd83js\\u0027ksL02x'],
  ['html-escaped', 'myteam:AbC@123_xyz9', 'myteam&colon;AbC&commat;123&UnderBar;xyz9'],
])('%s is found where only ordinary characters of the key are escaped', (name, key, text) => {
  expect(createRedactor([key]).finds(Buffer.from(`Incorrect key: ${text}.`))).toEqual([name]);
});

test('bytes that are neither text nor compressed stay', () => {
  const latin1 = Buffer.from('id,name\n1,Jos\u00e9\n'.repeat(20_000), 'latin1');
  const filter = createRedactor(['sk-live-7Qb0zX+fPw/Lk93mYtRc8v']).filter();
  expect(Buffer.concat([filter.push(latin1), filter.end()])).toEqual(latin1);
});
