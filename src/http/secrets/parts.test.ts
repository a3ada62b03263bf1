import { expect, test } from 'vitest';
import { createRedactor } from '../redact.ts';

const KEY = 'sk-live-7Qb0zX+fPw/Lk93mYtRc8vNdHs2UeJgA5oIq4WxZ1';
const redactor = createRedactor([KEY]);

test('a part of a key is reported as one, and not if all of it is there', () => {
  const part = `"${KEY.slice(4, 24)}"`;
  expect(redactor.finds(`{"id":${part}}`)).toEqual(['part of plain']);
  expect(redactor.finds(`{"id":${part},"key":"${KEY}"}`)).toEqual(['plain']);
  expect(redactor.finds(`{"key":"${KEY}","id":${part}}`)).toEqual(['plain']);
});

test('a public name stays with the signs around it, and not with more of the secret', () => {
  const cookie = 'lang=en; s=zephyr-small; v=7Qb0zX';
  const shown = createRedactor([cookie], { shown: ['zephyr-small'] });
  for (const text of ['?model=zephyr-small', '"zephyr-small"', 's=zephyr-small;'])
    expect(shown.text(text)).toBe(text);
  expect(shown.text('en; s=zephyr-small; v=7Qb')).toMatch(/^\*+$/);
});

test.each(['accept=application/json; sid=9f3aQ7xZpLm2', 'application/json:9f3aQ7xZpLm2'])(
  'a media type stays, whatever secret has it: %s',
  (secret) => {
    const headers = createRedactor([secret]);
    for (const text of ['content-type: application/json', 'application/json', 'text/event-stream'])
      expect(headers.text(text)).toBe(text);
    expect(headers.text(`a ${secret}`)).not.toContain('9f3aQ7xZpLm2');
  },
);
