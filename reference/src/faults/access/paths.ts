import type { Change } from '../../behaviour.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Endpoint, Reply, ServiceRequest } from '../../message.ts';

const USAGE: readonly Endpoint[] = ['stats', 'summary', 'export'];

const answering =
  (endpoints: readonly Endpoint[], reply: Reply): Change =>
  (before) => ({
    reply: (made, request: ServiceRequest) =>
      USAGE.some((one) => one === request.endpoint) && endpoints.includes(request.endpoint!)
        ? reply
        : before.reply(made, request),
  });

const told = (status: number, contentType: string, text: string): Reply => ({
  status,
  headers: [['Content-Type', contentType]],
  body: new TextEncoder().encode(text),
});

const PAGE = told(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><title>Console</title><div id="app"></div>',
);
const REFUSAL = told(400, 'application/json', '{"error":{"message":"Bad Request"}}');
const ENVELOPE = told(200, 'application/json', '{"ok":true,"id":"7"}');

/** Usage paths with other content (4, 9): one violation of the path, and no other finding. */
export const paths: readonly Fault[] = [
  ...faults('must', 'path/completion request/* stream/* status/named', [
    [
      'path/completion-501',
      '4.1',
      'completions are not implemented (501)',
      (before) => ({
        reply: (made, request: ServiceRequest) =>
          request.endpoint === 'completions'
            ? told(501, 'application/json', '{"error":{"message":"Not Implemented"}}')
            : before.reply(made, request),
      }),
    ],
  ]),
  ...faults('must', 'path/*', [
    ['path/usage-web-page', '9', 'all usage paths return the same web page', answering(USAGE, PAGE)],
    ['path/usage-other-json', '9', 'all usage paths return unrelated JSON', answering(USAGE, ENVELOPE)],
    ...(['stats', 'summary', 'export'] as const).flatMap((endpoint) => [
      [
        `path/${endpoint}-web-page`,
        '9',
        `the path of the usage ${endpoint} returns a web page`,
        answering([endpoint], PAGE),
      ] as const,
      [
        `path/${endpoint}-400`,
        '4.5',
        `the usage ${endpoint} returns 400 for every request`,
        answering([endpoint], REFUSAL),
      ] as const,
    ]),
  ]),
];
