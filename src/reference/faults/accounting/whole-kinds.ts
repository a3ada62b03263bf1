import { REASONING_MODEL } from '../../catalogue.ts';
import { type Fault, faults } from '../../deviation.ts';
import { alsoSilent, lost } from './recorded.ts';

const LATER =
  'a service may count completions of one kind later than all others, and for longer than a run waits: only when one of the same kind was counted is another one lost';

/** Kinds of completions that are never counted: nobody can tell them from kinds that are counted much later. */
export const wholeKinds: readonly Fault[] = faults(
  'must',
  ['accounting/*'],
  alsoSilent([
    [
      'accounting/streams-lost',
      '4.2',
      'streamed completions are not counted',
      lost((o) => o.streamed),
      { undecidable: LATER },
    ],
    [
      'accounting/unstreamed-lost',
      '4.2',
      'only streamed completions are counted',
      lost((o) => !o.streamed),
      { undecidable: LATER },
    ],
    [
      'accounting/tools-lost',
      '4.2',
      'completions that call tools are not counted',
      lost((o) => o.toolCalls),
      { undecidable: LATER },
    ],
    [
      'accounting/plain-tool-calls-lost',
      '4.2',
      'non-streaming completions that call tools are not counted',
      lost((o) => o.toolCalls && !o.streamed),
      { undecidable: LATER },
    ],
    [
      'accounting/several-choices-lost',
      '4.2',
      'completions with several choices are not counted',
      lost((o) => o.choices > 1),
      { undecidable: LATER },
    ],
    [
      'accounting/cut-lost',
      '4.2',
      'completions cut by their limit are not counted',
      lost((o) => o.cut),
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
