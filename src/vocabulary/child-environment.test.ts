import { expect, test } from 'vitest';
import { childEnvironment } from './child-environment.ts';

test('a child gets what it needs to start, what is given, and no key', () => {
  const own = {
    PATH: '/bin',
    HOME: '/home/me',
    CHATSPEC_API_KEY: 'sk-main-0123456789',
    OPENAI_API_KEY: 'sk-other-0123456789',
    HTTPS_PROXY: 'http://me:secret@proxy.test',
    PYTHONPATH: '/evil',
    NODE_OPTIONS: '--import=/evil.js',
  };
  expect(childEnvironment({}, own)).toEqual({ PATH: '/bin', HOME: '/home/me' });
  expect(childEnvironment({ CHATSPEC_API_KEY: 'one' }, own)).toEqual({
    PATH: '/bin',
    HOME: '/home/me',
    CHATSPEC_API_KEY: 'one',
  });
});
