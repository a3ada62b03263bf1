import { REASONING_MODEL } from '../../catalogue.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { alsoSilent, lost } from './recorded.ts';

const LATER =
  'a service may count completions of one kind later than all others, and for longer than a run waits: only when one of the same kind was counted is another one lost';

const CHOICES = { hidden: 'requests count by choices, and streams without usage say no more' };
const SILENT = { hidden: 'streams without usage leave open what is missing' };

/** Kinds of which a run sends ten completions or more, and none is counted: a warning, as they may be much delayed. */
const LARGE: readonly Fault[] = faults('should', 'accounting/*', [
  [
    'accounting/streams-lost',
    '4.2',
    'streamed completions are not counted',
    lost((o) => o.streamed),
    { bases: { 'stream/usage-none': 'shows', 'usage/choices-as-requests': CHOICES } },
  ],
  [
    'accounting/tools-lost',
    '4.2',
    'completions that call tools are not counted',
    lost((o) => o.toolCalls),
    { bases: { 'stream/usage-none': SILENT } },
  ],
  [
    'accounting/plain-tool-calls-lost',
    '4.2',
    'non-streaming completions that call tools are not counted',
    lost((o) => o.toolCalls && !o.streamed),
    { bases: { 'stream/usage-none': SILENT } },
  ],
  [
    'accounting/several-choices-lost',
    '4.2',
    'completions with several choices are not counted',
    lost((o) => o.choices > 1),
    { bases: { 'stream/usage-none': SILENT, 'usage/choices-as-requests': CHOICES } },
  ],
  [
    'accounting/cut-lost',
    '4.2',
    'completions cut by their limit are not counted',
    lost((o) => o.cut),
    { bases: { 'stream/usage-none': SILENT } },
  ],
]);

/** Fewer completions of a kind that are never counted are indistinguishable from much delayed ones. */
const SMALL: readonly Fault[] = faults(
  'must',
  'accounting/*',
  alsoSilent([
    [
      'accounting/unstreamed-lost',
      '4.2',
      'only streamed completions are counted',
      lost((o) => !o.streamed),
      { undecidable: LATER },
    ],
    [
      'accounting/reasoning-model-lost',
      '4.2',
      'completions of the reasoning model are not counted',
      lost((_origin, _entry, request) => (request.json as { model?: unknown })?.model === REASONING_MODEL),
      { undecidable: LATER },
    ],
  ]),
);

/** What several kinds have in common, of which nothing is counted. */
const SHARED: readonly Fault[] = faults('must', 'accounting/*', [
  [
    'accounting/small-answers-lost',
    '4.2',
    'completions of fewer than six output tokens are not counted',
    lost((_, { outputTokens }) => outputTokens < 6),
    hidden('most answers are small: all that is counted may be late', 'completion/four-tokens'),
  ],
  [
    'accounting/summary-of-today-in-ranges-until-today',
    '4.3',
    'the summary counts today only if its range ends today',
    (before) => ({
      summarize: (source, query, request) => {
        const today = Math.floor(request.receivedAt / 86_400_000);
        const isUntilToday = query.lastDay === today;
        return before.summarize(
          source,
          isUntilToday ? query : { ...query, lastDay: Math.min(query.lastDay ?? today, today - 1) },
          request,
        );
      },
    }),
  ],
]);

/** Kinds of completions that are never counted. */
export const wholeKinds: readonly Fault[] = [...LARGE, ...SMALL, ...SHARED];
