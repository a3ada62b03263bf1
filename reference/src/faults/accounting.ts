import { knowingOrganizations } from '../change/organizations.ts';
import type { CompletionRequest } from '../completion-types.ts';
import { type Fault, faults, hidden } from '../deviation.ts';
import { countTokens } from '../model/tokenize.ts';
import { byKind, streamInput } from './accounting/by-kind.ts';
import { inStreams } from './accounting/in-streams.ts';
import {
  alsoSilent,
  BEFORE_THE_FIRST,
  forTwo,
  LAGGING,
  LAGGING_LESS,
  lost,
  recorded,
  SILENT,
  TOO_FEW,
} from './accounting/recorded.ts';
import { wholeKinds } from './accounting/whole-kinds.ts';

const UNTOLD = 'streams report no usage: only the request is known';

/** Live accounting (oracle "Usage endpoints"): what the totals grow by. */
export const accounting: readonly Fault[] = [
  ...faults(
    'must',
    'accounting/* isolation/completions',
    alsoSilent([
      [
        'accounting/only-first-choice',
        '4.2',
        'only the tokens of the first choice are counted',
        recorded((entry, origin) => ({
          ...entry,
          outputTokens: origin.choiceTokens[0] ?? entry.outputTokens,
        })),
      ],
      [
        'accounting/input-lost',
        '4.2',
        'input tokens are not counted',
        recorded((entry) => ({ ...entry, inputTokens: 0 })),
      ],
      [
        'accounting/output-lost',
        '4.2',
        'output tokens are not counted',
        recorded((entry) => ({ ...entry, outputTokens: 0 })),
      ],
      [
        'accounting/stream-output-lost',
        '4.2',
        'output tokens of streams are not counted',
        recorded((entry, origin) => (origin.streamed ? { ...entry, outputTokens: 0 } : entry)),
        hidden(UNTOLD, SILENT),
      ],
      [
        'accounting/stream-tools-input-lost',
        '4.2',
        'tokens of tool definitions are not counted in streams',
        recorded((entry, { streamed }, { json }) => {
          const { tools } = (json ?? {}) as Partial<CompletionRequest>;
          if (!streamed || !tools) return entry;
          const lostTokens = countTokens(JSON.stringify(tools));
          return { ...entry, inputTokens: Math.max(1, entry.inputTokens - lostTokens) };
        }),
        hidden(UNTOLD, SILENT),
      ],
      [
        'accounting/swapped',
        '4.2',
        'input and output tokens are swapped',
        recorded((entry) => ({ ...entry, inputTokens: entry.outputTokens, outputTokens: entry.inputTokens })),
      ],
      [
        'accounting/one-token-less',
        '4.2',
        'one output token of each completion is not counted',
        recorded((entry) => ({ ...entry, outputTokens: Math.max(0, entry.outputTokens - 1) })),
      ],
      [
        'accounting/halved',
        '4.2',
        'half of the tokens are counted',
        recorded((entry) => ({ ...entry, outputTokens: entry.outputTokens >> 1 })),
      ],
      [
        'accounting/requests-lost',
        '4.2',
        'requests are not counted',
        recorded((entry) => ({ ...entry, requests: 0 })),
      ],
      [
        'accounting/another-organization',
        '5.3',
        'completions are counted for another organization',
        knowingOrganizations((all) =>
          recorded((entry) => ({ ...entry, organization: all[2] ?? entry.organization })),
        ),
      ],
      [
        'accounting/lost-under-concurrency',
        '4.2',
        'only the last of concurrent completions is counted',
        (before) => {
          const open = new Map<number, number>();
          return {
            generation: (made, body, request) => {
              open.set(request.serial, request.receivedAt);
              return before.generation(made, body, request);
            },
            latencyMs: (request) =>
              before.latencyMs(request) + (request.endpoint === 'completions' ? 200 : 0),
            ...recorded((entry, _, request) => {
              open.delete(request.serial);
              // Usage that was received long ago and never billed is not a completion in flight.
              const others = [...open.values()].filter((at) => Math.abs(request.receivedAt - at) < 200);
              return others.length > 0 ? undefined : entry;
            })(before),
          };
        },
        hidden(
          'a rate limit may prevent concurrent completions',
          'service/rate-limit',
          'service/rate-limit-tight',
        ),
      ],
      [
        'accounting/some-for-another-organization',
        '5.3',
        'every third completion is counted for another organization',
        knowingOrganizations((all) =>
          recorded((entry, _, request) =>
            request.service.count('misplaced') % 3 === 1
              ? { ...entry, organization: all[2] ?? entry.organization }
              : entry,
          ),
        ),
      ],
      [
        'accounting/tools-for-two-organizations',
        '5.3',
        'completions with tools are also counted for another organization',
        forTwo(({ json }) => (json as Partial<CompletionRequest> | undefined)?.tools !== undefined),
        hidden(UNTOLD, SILENT),
      ],
      [
        'accounting/every-third-lost',
        '4.2',
        'every third completion is not counted',
        lost((_, __, request) => request.service.count('lost') % 3 === 2),
        { bases: { [SILENT]: 'shows', [LAGGING]: { hidden: TOO_FEW } } },
      ],
      [
        'accounting/doubled-exclusive',
        '4.2',
        'each completion is counted twice',
        (before) => ({
          account: (entry, origin, request) => [...before.account(entry, origin, request), entry],
        }),
        { settings: { exclusive: true } },
      ],
      [
        'accounting/retries-counted-exclusive',
        '4.2',
        'output tokens are added up cumulatively per chunk',
        recorded((entry, origin) =>
          origin.streamed ? { ...entry, outputTokens: entry.outputTokens * 3 } : entry,
        ),
        { ...hidden(UNTOLD, SILENT), settings: { exclusive: true } },
      ],
      [
        'accounting/reasoning-lost',
        '4.2',
        'reasoning tokens are not counted',
        recorded((entry, origin) =>
          origin.reasoning ? { ...entry, outputTokens: Math.max(0, entry.outputTokens - 2) } : entry,
        ),
        {
          bases: {
            [SILENT]: 'shows',
            [LAGGING]: { hidden: BEFORE_THE_FIRST },
            [LAGGING_LESS]: { hidden: BEFORE_THE_FIRST },
          },
        },
      ],
    ]),
  ),
  ...faults(
    'should',
    'accounting/*',
    alsoSilent([
      [
        'accounting/source-app',
        '2.8',
        'completions of the API are recorded with the source app',
        recorded((entry) => ({ ...entry, source: 'app' })),
      ],
      [
        'accounting/requests-doubled',
        '4.2',
        'each completion is counted as two requests',
        recorded((entry) => ({ ...entry, requests: entry.requests * 2 })),
      ],
      [
        'accounting/doubled',
        '4.2',
        'each completion is counted twice',
        (before) => ({
          account: (entry, origin, request) => [...before.account(entry, origin, request), entry],
        }),
      ],
    ]),
  ),
  // Without history both get the same sums.
  ...faults(
    'must',
    'accounting/* isolation/completions isolation/summary',
    alsoSilent([
      [
        'accounting/for-two-organizations',
        '5.3',
        'each completion is also counted for another organization',
        forTwo(() => true),
        hidden(UNTOLD, SILENT),
      ],
    ]),
  ),
  ...byKind,
  ...streamInput,
  ...wholeKinds,
  ...inStreams,
];
