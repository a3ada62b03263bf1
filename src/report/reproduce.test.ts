import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { exchangeLine } from '../testing/journal.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';
import { NO_COMMAND, OWN_CONFIG, shellWord as quote } from '../vocabulary/shell-word.ts';
import { curlLine, reproduceCheck } from './reproduce.ts';

const SERVICE = 'http://service.test';

/** What a shell makes of a line: curl's arguments and standard input. */
function asShellSees(line: string): { arguments: string[]; input: string } {
  const stub = `curl() { printf '%s\\0' "$@"; printf 'INPUT:'; case "$*" in *@-*) cat;; esac; }`;
  const out = execFileSync('sh', ['-c', `${stub}\n${line}`], {
    env: { ...process.env, CHATSPEC_API_KEY: 'the key', CHATSPEC_NOBALANCE_KEY: 'poor' },
  }).toString('latin1');
  const [words, input] = [out.slice(0, out.lastIndexOf('INPUT:')), out.slice(out.lastIndexOf('INPUT:') + 6)];
  return { arguments: words.split('\0').slice(0, -1), input };
}

function line(parts: {
  body?: ExchangeLine['request']['body'];
  url?: string;
  headers?: [string, string][];
  credential?: ExchangeLine['credential'];
}) {
  const made = exchangeLine('e1', parts.credential ? { credential: parts.credential } : {});
  const { body = { text: '{}' }, url = made.request.url, headers = [] } = parts;
  return curlLine({ ...made, request: { ...made.request, url, headers, body } }, SERVICE)!;
}

describe('the shell gets the request as it was', () => {
  it.each(['plain', `it's "quoted" $HOME \`id\` !x \\ %s`, 'two\nlines', 'emoji 👍 and שלום'])(
    'body %j',
    (text) => {
      expect(asShellSees(line({ body: { text } })).arguments.at(-1)).toBe(
        Buffer.from(text).toString('latin1'),
      );
    },
  );

  it.each([
    { text: 'hidden \u202e and \u001b and tab\t' },
    { base64: Buffer.from([0, 255, 10]).toString('base64') },
  ])('what cannot be pasted goes through Base64: %j', (body) => {
    const bytes = 'text' in body ? Buffer.from(body.text!) : Buffer.from(body.base64!, 'base64');
    expect(asShellSees(line({ body: body as ExchangeLine['request']['body'] })).input).toBe(
      bytes.toString('latin1'),
    );
  });

  it('address and headers are single words', () => {
    const words = asShellSees(
      line({ url: "http://service.test/a b?x='y'&z=$(id)", headers: [['X-Odd', "it's; rm -rf"]] }),
    );
    expect(words.arguments).toContain("http://service.test/a b?x='y'&z=$(id)");
    expect(words.arguments).toContain("X-Odd: it's; rm -rf");
  });
});

it.each([
  ['Bearer ******', 'main', 'Authorization: Bearer the key'],
  ['bearer ******', 'empty-wallet', 'Authorization: bearer poor'],
  ['Basic ********', 'main', `Authorization: Basic ${Buffer.from(':the key').toString('base64')}`],
  ['******', 'main', 'Authorization: the key'],
  ['Bearer not-a-key', 'none', 'Authorization: Bearer not-a-key'],
] as const)('the key comes from the environment: %s, %s', (value, credential, sent) => {
  expect(asShellSees(line({ headers: [['Authorization', value]], credential })).arguments).toContain(sent);
});

it('a key in the address comes from the environment too', () => {
  const url = 'http://service.test/api/v1/usage/stats?api_key=************&x=1';
  expect(asShellSees(line({ url })).arguments).toContain(
    'http://service.test/api/v1/usage/stats?api_key=the key&x=1',
  );
});

describe('a foreign record cannot make a line that reads a file or an option', () => {
  const made = exchangeLine('e1');
  const request = { ...made.request, headers: [] as [string, string][] };

  it.each([
    ['an option as the address', { url: '-K/tmp/evil.conf' }],
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['another service', { url: 'http://service.test.evil.example/api/v1/chat/completions' }],
    ['a user name that looks like the service', { url: 'http://service.test@evil.example/' }],
    ['a host behind a backslash', { url: 'http://service.test\\@evil.example/api/v1/chat/completions' }],
    ['credentials for the service', { url: 'http://a:b@service.test/' }],
    ['a file as a header', { headers: [['@/etc/hosts', '']] as [string, string][] }],
    ['an option as the method', { method: '-K/tmp/x' }],
  ])('%s', (_, part) => {
    expect(curlLine({ ...made, request: { ...request, ...part } }, SERVICE)).toBeUndefined();
  });

  it('a file as the body', () => {
    const words = asShellSees(line({ body: { text: '@/etc/hosts' } })).arguments;
    expect(words.slice(-2)).toEqual(['--data-raw', '@/etc/hosts']);
  });

  it('a variable of another program', () => {
    const words = line({ headers: [['Aws-Secret-Access-Key', '************']] });
    expect(words).toContain('$CHATSPEC_AWS_SECRET_ACCESS_KEY"');
  });
});

it.each([
  ['chatspec --base-url http://service.test/ --exclusive', true],
  ['chatspec --exclusive', false],
  [`${NO_COMMAND} --exclusive`, true],
  [`chatspec ${OWN_CONFIG} --at staging`, true],
  ['chatspec --base-url http://service.test --timestamp http://evil.example', false],
  ['chatspec --base-url http://service.test --trace x', false],
  ['chatspec --base-url http://service.test --no-such-option x', false],
  ['chatspec --base-url http://service.test --known /home/me/known.json', false],
  ['chatspec --base-url http://service.test --save-target /home/me/.profile', false],
  ['chatspec --base-url http://service.test --api-key-file /home/me/.ssh/id_ed25519', false],
  ['chatspec --base-url http://service.test --other-org-key-file /home/me/.netrc', false],
  ['chatspec --base-url http://service.test --out /home/me', false],
  ['chatspec --base-url http://evil.example', false],
  ["chatspec --base-url 'http://service.test'\\''.evil.example'", false],
  ['chatspec --base-url http://service.test --base-url http://evil.example', false],
  ['curl http://service.test', false],
  [
    String.raw`chatspec --header 'x-a: a'\''b' --base-url http://evil.test --header 'x-b: --config "$CHATSPEC_CONFIG"'`,
    false,
  ],
  [`chatspec --model 'x --config "$CHATSPEC_CONFIG"'`, false],
])('%s sends keys to the service only: %s', (repeat, isOwn) => {
  const shown = reproduceCheck(['path/stats'], { repeat, target: { baseUrl: SERVICE }, seed: 1 });
  expect(shown).toBe(`${isOwn ? repeat : `chatspec --base-url ${SERVICE}`} --only path/stats --seed 1`);
});

it('a body too long for a command line has none', () => {
  const { request, ...rest } = exchangeLine('e1');
  const long = { ...request, body: { text: 'x'.repeat(40_000) } };
  expect(curlLine({ ...rest, request: long }, SERVICE)).toBeUndefined();
});

it.each([
  ['plain-word', 'plain-word'],
  ['', "''"],
  ["a'b", `'a'\\''b'`],
])('quote %j', (text, word) => expect(quote(text)).toBe(word));

describe('headers of the user', () => {
  it('are kept, and secret ones come from variables', () => {
    const words = line({
      headers: [
        ['Origin', 'http://service.test'],
        ['X-Api-Key', '************'],
        ['Accept', '*/*'],
      ],
    });
    expect(words).toContain("-H 'Origin: http://service.test'");
    expect(words).toContain('-H "X-Api-Key: $CHATSPEC_X_API_KEY"');
    expect(words).toContain("-H 'Accept: */*'");
  });
});
