import type { Change } from '../../behaviour.ts';
import { replies } from '../../change/answers.ts';
import { usualQuery } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';
import type { Endpoint } from '../../message.ts';

const NAMES = ['start_date', 'end_date'];

/** Rejects authenticated requests without both dates. */
const demands =
  (endpoints: readonly Endpoint[], status: number, least = NAMES.length): Change =>
  (before) =>
    replies(
      (reply, request) =>
        request.endpoint !== undefined &&
        endpoints.includes(request.endpoint) &&
        reply.status === 200 &&
        NAMES.filter((name) => usualQuery(before, request).has(name)).length < least,
      (reply) => ({
        ...reply,
        status,
        body: new TextEncoder().encode('{"error":{"message":"which days?"}}'),
      }),
    )(before);

/** Dates are optional (4.2 to 4.4): endpoints that reject requests, or fail, without them. */
export const demandsDates: readonly Fault[] = faults('must', 'usage/*-without-dates', [
  ['usage/stats-demand-dates', '4.2', 'the stats are rejected without dates', demands(['stats'], 422)],
  ['usage/summary-demands-dates', '4.3', 'the summary is rejected without dates', demands(['summary'], 400)],
  [
    'usage/export-demands-dates',
    '4.4',
    'the export returns a server error without dates',
    demands(['export'], 500, 1),
  ],
  [
    'usage/dates-demanded',
    '4.2',
    'all usage endpoints reject requests without dates',
    demands(['stats', 'summary', 'export'], 422),
  ],
]);
