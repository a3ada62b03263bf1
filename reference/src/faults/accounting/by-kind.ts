import { answer } from '../../change/answers.ts';
import { refusalsCounted } from '../../change/usage.ts';
import type { CompletionRequest } from '../../completion-types.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { ServiceRequest } from '../../message.ts';
import { countTokens } from '../../model/tokenize.ts';
import {
  alsoSilent,
  BEFORE_THE_FIRST,
  LAGGING,
  LAGGING_LESS,
  lost,
  recorded,
  SILENT,
  TOO_FEW,
} from './recorded.ts';

const asked = ({ json }: ServiceRequest) => (json ?? {}) as Partial<CompletionRequest>;
const tens = (tokens: number) => tokens - (tokens % 10);

const ANY_STREAM =
  'streams are silent and counted late: what the totals grow by may be that of any stream of the run';

const CHOICES_AS_REQUESTS = 'a choice may be counted in place of a missing request';

/** Wrong counts of some completions, by request, by response, and by earlier requests. */
export const byKind: readonly Fault[] = faults(
  'must',
  'accounting/* isolation/completions',
  alsoSilent([
    [
      'accounting/tools-input-lost',
      '4.2',
      'tokens of tool definitions are not counted',
      recorded((entry, _, request) => {
        const { tools } = asked(request);
        if (!tools) return entry;
        return { ...entry, inputTokens: Math.max(1, entry.inputTokens - countTokens(JSON.stringify(tools))) };
      }),
    ],
    [
      'accounting/last-message-only',
      '4.2',
      'only the last message of a conversation is counted',
      recorded((entry, _, request) => {
        const { messages = [] } = asked(request);
        const last = JSON.stringify(messages.slice(-1)).length;
        const share = last / Math.max(last, JSON.stringify(messages).length);
        return { ...entry, inputTokens: Math.max(1, Math.floor(entry.inputTokens * share)) };
      }),
    ],
    [
      'accounting/system-messages-free',
      '4.2',
      'tokens of system messages are not counted',
      recorded((entry, _, request) => {
        const { messages = [] } = asked(request);
        const free = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
        const tokens = countTokens(free.join(' '));
        return { ...entry, inputTokens: Math.max(1, entry.inputTokens - tokens) };
      }),
      hidden(BEFORE_THE_FIRST, LAGGING, LAGGING_LESS),
    ],
    [
      'accounting/beyond-ascii-lost',
      '4.2',
      'completions of prompts with letters beyond ASCII are not counted',
      lost((_origin, _entry, request) => /\P{ASCII}/u.test(JSON.stringify(asked(request).messages))),
    ],
    [
      'accounting/compressed-output-lost',
      '4.2',
      'output tokens of compressed responses are not counted',
      recorded((entry, _, { headers }) =>
        /gzip/.test(headers['accept-encoding'] ?? '') ? { ...entry, outputTokens: 0 } : entry,
      ),
      {
        bases: {
          [SILENT]: { hidden: 'compression is requested with a stream, which reports no usage' },
          [LAGGING]: { hidden: TOO_FEW },
        },
      },
    ],
    [
      'accounting/streamed-reasoning-lost',
      '4.2',
      'output tokens of streamed reasoning are not counted',
      recorded((entry, origin) =>
        origin.reasoning && origin.streamed ? { ...entry, outputTokens: 0 } : entry,
      ),
      {
        bases: {
          [SILENT]: { hidden: 'streams report no usage: only the request is known' },
          [LAGGING]: { hidden: BEFORE_THE_FIRST },
        },
      },
    ],
    [
      'accounting/calls-output-lost',
      '4.2',
      'output tokens of tool calls are not counted',
      recorded((entry, origin) => (origin.toolCalls ? { ...entry, outputTokens: 0 } : entry)),
    ],
    [
      'accounting/cut-output-lost',
      '4.2',
      'output tokens of completions cut by their limit are not counted',
      recorded((entry, origin) => (origin.cut ? { ...entry, outputTokens: 0 } : entry)),
      hidden('a terse model that ends before the limit is not cut off', 'opposite'),
    ],
    [
      'accounting/eight-at-most',
      '4.2',
      'at most eight output tokens of a completion are counted',
      recorded((entry) => ({ ...entry, outputTokens: Math.min(8, entry.outputTokens) })),
    ],
    [
      'accounting/formats-lost',
      '4.2',
      'completions with a response format are not counted',
      lost((_, __, request) => asked(request).response_format !== undefined),
    ],
    [
      'accounting/schemas-lost',
      '4.2',
      'completions with a JSON schema are not counted',
      lost((_, __, request) => asked(request).response_format?.type === 'json_schema'),
      {
        bases: {
          'usage/choices-as-requests': { hidden: CHOICES_AS_REQUESTS },
        },
      },
    ],
    [
      'accounting/logprobs-lost',
      '4.2',
      'completions with log probabilities are not counted',
      lost((_, __, request) => asked(request).logprobs === true),
      {
        bases: {
          opposite: { hidden: ANY_STREAM },
          'usage/choices-as-requests': { hidden: CHOICES_AS_REQUESTS },
        },
      },
    ],
    [
      'accounting/repeated-lost',
      '4.2',
      'repeated requests are not counted',
      (before) => {
        const seen = new Set<string>();
        return lost((_, __, request) => {
          const key = JSON.stringify(asked(request));
          if (seen.has(key)) return true;
          seen.add(key);
          return false;
        })(before);
      },
      hidden(BEFORE_THE_FIRST, LAGGING),
    ],
    [
      'accounting/rounded-down',
      '4.2',
      'tokens of each completion are rounded down to tens',
      recorded((entry) => ({
        ...entry,
        inputTokens: tens(entry.inputTokens),
        outputTokens: tens(entry.outputTokens),
      })),
    ],
    [
      'accounting/input-token-lost',
      '4.2',
      'one input token of each completion is not counted',
      recorded((entry) => ({ ...entry, inputTokens: Math.max(0, entry.inputTokens - 1) })),
      { bases: { [LAGGING]: 'shows' } },
    ],
    [
      'accounting/unstreamed-halved',
      '4.2',
      'half of the tokens of non-streaming completions are counted',
      recorded((entry, origin) =>
        origin.streamed
          ? entry
          : { ...entry, inputTokens: entry.inputTokens >> 1, outputTokens: entry.outputTokens >> 1 },
      ),
    ],
    [
      'accounting/unstreamed-third-lost',
      '4.2',
      'every third non-streaming completion is not counted',
      lost((origin, _, request) => !origin.streamed && request.service.count('lost') % 3 === 2),
      { bases: { [SILENT]: 'shows', [LAGGING]: { hidden: TOO_FEW } } },
    ],
    [
      'accounting/refusals-billed-exclusive',
      '4.2',
      'rejected requests are billed',
      refusalsCounted(9),
      { settings: { exclusive: true } },
    ],
    [
      'accounting/first-choice-told-exclusive',
      '2.7',
      'usage of non-streaming completions covers the first choice only, and all choices are counted',
      answer((json, { n }) => {
        if (!n || n < 2 || !json.usage) return json;
        const { prompt_tokens: prompt, completion_tokens: completion } = json.usage;
        const first = Math.ceil(completion / n);
        const usage = { ...json.usage, completion_tokens: first, total_tokens: prompt + first };
        return { ...json, usage };
      }),
      {
        settings: { exclusive: true },
        bases: { [SILENT]: 'shows', [LAGGING]: { hidden: BEFORE_THE_FIRST } },
      },
    ],
    [
      'accounting/unstreamed-doubled-exclusive',
      '4.2',
      'non-streaming completions are counted twice',
      (before) => ({
        account: (entry, origin, request) => {
          const made = before.account(entry, origin, request);
          return origin.streamed ? made : [...made, entry];
        },
      }),
      {
        settings: { exclusive: true },
        bases: { [SILENT]: 'shows', [LAGGING]: { hidden: BEFORE_THE_FIRST } },
      },
    ],
  ]),
);

/** A stream without reported usage is comparable only with the same request without streaming. */
export const streamInput: readonly Fault[] = faults('should', 'accounting/*', [
  [
    'accounting/stream-input-lost',
    '4.2',
    'input tokens of streams are not counted',
    recorded((entry, origin) => (origin.streamed ? { ...entry, inputTokens: 0 } : entry)),
    { bases: { [SILENT]: 'shows', opposite: { hidden: ANY_STREAM } } },
  ],
]);
