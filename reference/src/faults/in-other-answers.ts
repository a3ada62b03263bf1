import type { Change } from '../behaviour.ts';
import { answer, replies } from '../change/answers.ts';
import type { CompletionRequest, Json } from '../completion-types.ts';
import { type Fault, faults, hidden } from '../deviation.ts';
import { type ServiceRequest, withHeader } from '../message.ts';
import type { UsageQuery } from '../usage-record.ts';

type Which = (body: CompletionRequest, request: ServiceRequest) => boolean;

const without = (json: Json, member: string): Json => {
  const { [member]: _, ...rest } = json;
  return rest;
};

/** Removes `created` from the selected completions. */
const uncreated = (which: Which): Change =>
  answer((json, body, request) => (which(body, request) ? without(json, 'created') : json));

/** Changes the summaries of requests with so many dates. */
const summaryWith = (dates: number, edit: (json: Json) => Json): Change =>
  forQueries(
    ({ firstDay, lastDay }) => [firstDay, lastDay].filter((day) => day !== undefined).length === dates,
    (isMeant) => (before) => ({
      summary: (json, query, request) => {
        const made = before.summary(json, query, request);
        return isMeant(request) ? edit(made) : made;
      },
    }),
  );

/** Changes the usage requests whose parsed parameters are selected. */
function forQueries(
  picks: (query: UsageQuery) => boolean,
  change: (isMeant: (request: ServiceRequest) => boolean) => Change,
): Change {
  return (before) => {
    const meant = new WeakSet<ServiceRequest>();
    return {
      ...change((request) => meant.has(request))(before),
      usageQuery: (query, request) => {
        if (picks(query)) meant.add(request);
        return before.usageQuery(query, request);
      },
    };
  };
}

/** Schema violations in responses to requests that no check of that schema sends. */
export const inOtherAnswers: readonly Fault[] = [
  ...faults('must', 'completion/fits-schema completion/body-is-json client/*', [
    [
      'completion/created-missing-without-limit',
      '2.7',
      'created is missing and the id is a number when the request has no token limit',
      answer((json, body) =>
        body.max_tokens === undefined && body.max_completion_tokens === undefined
          ? { ...without(json, 'created'), id: 7 }
          : json,
      ),
    ],
    [
      'completion/created-missing-for-official-client',
      '2.7',
      'created is missing for the user agent of the official client',
      uncreated((_, { headers }) => (headers['user-agent'] ?? '').startsWith('OpenAI/')),
    ],
    [
      'completion/created-missing-for-strict-tools',
      '2.7',
      'created is missing when a tool has strict',
      uncreated(({ tools }) => JSON.stringify(tools ?? []).includes('"strict"')),
      hidden('requests with such a tool are rejected there', 'request/nested-unknown-refused'),
    ],
    [
      'completion/created-missing-in-every-ninth',
      '2.7',
      'created is missing in every ninth completion',
      uncreated((_, { service }) => service.count('created') % 9 === 8),
    ],
    [
      'completion/created-missing-late-on-connection',
      '2.7',
      'created is missing from the sixth request of a connection on',
      uncreated((_, { place }) => place > 5),
      { network: true },
    ],
    [
      'completion/model-missing-in-every-sixth',
      '2.7',
      'the model is missing in every sixth completion',
      answer((json, _, { service }) => (service.count('model') % 6 === 5 ? without(json, 'model') : json)),
    ],
  ]),
  ...faults('should', 'completion/ids-differ', [
    [
      'completion/id-repeated-late',
      '2.7',
      'from the twentieth completion on, pairs of completions share an id',
      (before) => {
        let last: unknown;
        return {
          completion: (json, body, request) => {
            const made = before.completion(json, body, request);
            const place = request.service.count('repeated id');
            const id = place > 20 && place % 2 === 1 ? last : made.id;
            last = id;
            return { ...made, id };
          },
        };
      },
    ],
  ]),
  ...faults('must', 'stream/*', [
    [
      'stream/line-end-inside-some-events',
      '6',
      'in every fifth stream, the JSON of the second event contains a line break',
      (before) => ({
        events: (events, payloads, request) => {
          const made = before.events(events, payloads, request);
          if (request.service.count('line end') % 5 !== 4) return made;
          return made.map((event, at) => (at === 1 ? event.replace(',', ',\n') : event));
        },
      }),
    ],
  ]),
  ...faults('must', 'stream/content-type', [
    [
      'stream/content-type-late-on-connection',
      '6',
      'streams are labeled application/json from the fourth request of a connection on',
      replies(
        ({ headers }, { place }) => place > 3 && headers.some(([, value]) => value.includes('event-stream')),
        (reply) => withHeader(reply, 'Content-Type', 'application/json'),
      ),
      { network: true },
    ],
  ]),
  ...faults('must', 'usage/summary-*', [
    [
      'usage/summary-of-one-date-malformed',
      '2.9',
      'with one date, unique_models is a string and date_range_days is missing',
      summaryWith(1, (json) => ({ ...without(json, 'date_range_days'), unique_models: 'three' })),
    ],
    [
      'usage/summary-of-two-dates-malformed',
      '2.9',
      'with both dates, unique_providers is a string and app_usage is missing',
      summaryWith(2, (json) =>
        Number(json.total_requests) > 0
          ? { ...without(json, 'app_usage'), unique_providers: String(json.unique_providers) }
          : json,
      ),
    ],
  ]),
  ...faults('must', 'usage/stats-record-schema', [
    [
      'usage/stats-of-page-size-1-malformed',
      '2.8',
      'with a page size of 1, the id is not a UUID and created_at is missing',
      forQueries(
        ({ limit }) => limit === 1,
        (isMeant) => (before) => ({
          record: (json, request) => {
            const made = before.record(json, request);
            return isMeant(request) ? { ...without(made, 'created_at'), id: 'x' } : made;
          },
        }),
      ),
    ],
  ]),
];
