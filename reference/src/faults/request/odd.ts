import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { isObject } from '../../change/pointer.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import type { Violation } from '../../refusal.ts';

/** A server error for an authenticated request, before any other check. */
const stumblesAt = (odd: (request: ServiceRequest) => boolean): Change =>
  replies(
    ({ status }, request) => status !== 401 && request.endpoint === 'completions' && odd(request),
    (reply) => ({ ...reply, status: 500 }),
  );

const stumblesOver = (odd: (body: Record<string, unknown>) => boolean): Change =>
  stumblesAt(({ json }) => isObject(json) && odd(json));

const writtenWith = (text: string): Change =>
  stumblesAt(({ body }) => new TextDecoder().decode(body).includes(text));

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function namesNoTool({ tools, tool_choice: choice }: Record<string, unknown>): boolean {
  const name = isObject(choice) && isObject(choice.function) ? choice.function.name : undefined;
  if (typeof name !== 'string' || !Array.isArray(tools)) return false;
  return !tools.some((tool) => isObject(tool) && isObject(tool.function) && tool.function.name === name);
}

const REFUSED = { hidden: 'a rejected request causes no server error there' };

/** Values whose meaning the contract leaves open, and that must not cause a server error. */
export const odd: readonly Fault[] = faults(
  'should',
  'request/odd-values-stand request/open-* request/published-description status/named',
  [
    [
      'request/empty-messages-500',
      '2.1',
      'an empty list of messages causes a server error (500)',
      stumblesOver(({ messages }) => isEmptyList(messages)),
      { bases: { 'request/empty-lists-refused': REFUSED } },
    ],
    [
      'request/seed-overflow-500',
      '2.1',
      'a seed beyond 64 bits causes a server error (500)',
      stumblesOver(({ seed }) => Number(seed) > 2 ** 63),
    ],
    [
      'request/unknown-tool-500',
      '2.5',
      'a tool_choice that names an unknown tool causes a server error (500)',
      stumblesOver(namesNoTool),
    ],
    [
      'request/three-choices-500',
      '2.1',
      'more than two choices cause a server error (500)',
      stumblesOver(({ n }) => typeof n === 'number' && n > 2),
      { bases: { 'request/two-choices-at-most': REFUSED } },
    ],
    [
      'request/large-body-500',
      '8',
      'a body of more than 100 kB causes a server error (500)',
      stumblesAt(({ body }) => body.length > 100_000),
    ],
    [
      'request/lone-surrogate-500',
      '7.3',
      'an escaped lone surrogate causes a server error (500)',
      writtenWith('\\ud83d'),
    ],
    [
      'request/form-500',
      '4.1',
      'JSON that is declared as a form causes a server error (500)',
      stumblesAt(({ headers }) => /urlencoded/.test(headers['content-type'] ?? '')),
    ],
  ],
);

/** A paid request of the run contains it too: such a text is valid. */
export const overNul: readonly Fault[] = faults('must', 'request/*', [
  ['request/nul-500', '7.3', 'an escaped NUL causes a server error (500)', writtenWith('\\u0000')],
]);

/** A number below its minimum, or above its maximum. */
export const isBound = ({ keyword }: Violation) => keyword === 'minimum' || keyword === 'maximum';

/** The number that violates a bound. */
export const valueAt = ({ pointer }: Violation, body: Record<string, unknown>): number =>
  Number(body[pointer.slice(1)]);

/** Accepts one of so many invalid requests. */
export const overlookedEach =
  (every: number): Change =>
  (before) => ({
    violations: (found, body, request) => {
      const own = before.violations(found, body, request);
      return own.length > 0 && request.service.count('invalid') % every === every - 1 ? [] : own;
    },
  });
