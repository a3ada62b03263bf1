import { summaryIsNone } from './expectations.ts';
import { type Hostile, only } from './hostile.ts';
import { answer, answers, completion, isCompletion, isPlain, isSummary, JSON_TYPE } from './wire.ts';

/** Text that acts where it is shown unescaped: on terminals, in HTML, XML, Markdown and shells. */
const NASTY =
  '\x1b[31mred\x1b[0m \x1b]0;title\x07 \u202egnirts\u202c \u0000 </script><script>alert(1)</script><img src=x onerror=alert(2)> ]]> &amp; `|rm -rf|`';

/** Services that hurt by text that acts on terminals and pages. */
export const text: readonly Hostile[] = [
  // Evidence has to keep such bytes as they are.
  {
    id: 'invalid-utf-8',
    title: 'puts invalid UTF-8 into the summary',
    expects: summaryIsNone,
    act: only(isSummary, (call) => {
      const body = Buffer.concat([
        Buffer.from('{"total_tokens": "'),
        Buffer.from([0xff, 0xfe, 0xc0, 0xaf, 0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]);
      answer(call.socket, '200 OK', [JSON_TYPE], body);
    }),
  },
  // Text that no UTF-8 can hold.
  {
    id: 'lone-surrogates',
    title: 'puts lone surrogates and NUL into member names',
    expects: summaryIsNone,
    act: answers(isSummary, JSON_TYPE, '{"\\ud800\\u0000": "\\udfff", "total_tokens": "\\ud83d"}'),
  },
  // Text that no XML can hold, escaped or not.
  {
    id: 'non-characters',
    title: 'puts U+FFFE and U+FFFF into names and values of the summary',
    expects: summaryIsNone,
    act: only(isSummary, (call) => {
      const odd = '\ufffe\uffff\u0001\ufdd0';
      answer(call.socket, '200 OK', [JSON_TYPE], JSON.stringify({ [`a${odd}`]: odd, total_tokens: odd }));
    }),
  },
  // Reports and terminals must show it as text.
  {
    id: 'nasty-summary',
    title: 'fills the summary with text that acts where it is shown',
    expects: summaryIsNone,
    act: answers(isSummary, JSON_TYPE, JSON.stringify({ [NASTY]: NASTY, total_tokens: NASTY })),
  },
  // Names of members are shown too.
  {
    id: 'nasty-completions',
    title: 'fills completions with text that acts where it is shown',
    expects: {
      exit: 1,
      only: ['2.7'],
      verdicts: {
        'completion/fits-schema': 'pass',
        'completion/choices-as-asked': 'fail',
        'completion/object-name': 'warn',
        'completion/ids-differ': 'warn',
        'completion/prompt-tokens-grow': 'warn',
        'logprobs/given': 'warn',
      },
    },
    act: (scene) => (call) => {
      if (!isPlain(call)) return call.pass();
      const members = JSON.stringify({ [NASTY]: NASTY, object: NASTY, system_fingerprint: NASTY });
      answer(call.socket, '200 OK', [JSON_TYPE], completion(scene.model, NASTY, members.slice(1, -1)));
    },
  },
  // Shapes of errors are shown as well.
  {
    id: 'nasty-refusals',
    title: 'refuses with text that acts where it is shown',
    expects: {
      exit: 0,
      only: ['status/named', 'status/error-body', 'status/request-id', 'status/rate-limit-headers', 'path/*'],
      verdicts: { 'status/named': 'warn', 'status/error-body': 'observed', 'path/completion': 'pass' },
    },
    act: only(isCompletion, (call) => {
      if (isPlain(call)) return call.pass();
      const body = JSON.stringify({ error: { message: NASTY, [NASTY]: NASTY } });
      const named = [['x-ratelimit-\x1b[2Jlimit', '1']] as const;
      answer(call.socket, '418 <script>', [JSON_TYPE, ...(call.before % 2 ? named : [])], body);
    }),
  },
];
