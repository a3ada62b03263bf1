import { knowingOrganizations } from '../../change/organizations.ts';
import { askedIn } from '../../change/requests.ts';
import { type Fault, faults } from '../../deviation.ts';
import { countTokens } from '../../model/tokenize.ts';
import { alsoSilent, recorded, SILENT } from './recorded.ts';

const UNTOLD = { hidden: 'what a stream uses is not told: only its request is known' };

/** What is counted wrongly of streams alone, which seldom tell what they used. */
export const inStreams: readonly Fault[] = [
  ...faults('must', 'accounting/*', [
    [
      'accounting/tools-of-streams-free',
      '4.2',
      'tokens of tool definitions are not counted in streams',
      recorded((entry, { streamed }, request) => {
        const { tools } = askedIn(request);
        if (!tools || !streamed) return entry;
        return {
          ...entry,
          inputTokens: Math.max(1, entry.inputTokens - countTokens(JSON.stringify(tools))),
        };
      }),
      { bases: { [SILENT]: UNTOLD, opposite: UNTOLD } },
    ],
    [
      'accounting/only-first-choice-of-streams',
      '4.2',
      'of streams, only the tokens of the first choice are counted',
      recorded((entry, { streamed, choiceTokens }) =>
        streamed ? { ...entry, outputTokens: choiceTokens[0] ?? entry.outputTokens } : entry,
      ),
      { bases: { [SILENT]: UNTOLD, opposite: UNTOLD } },
    ],
  ]),
  ...faults(
    'must',
    'isolation/completions',
    alsoSilent([
      [
        'accounting/streams-for-two-organizations',
        '5.3',
        'each stream is counted for another organization as well',
        knowingOrganizations((all) => (before) => ({
          account: (entry, origin, request) =>
            before
              .account(entry, origin, request)
              .flatMap((made) => (origin.streamed ? [made, { ...made, organization: all[2]! }] : [made])),
        })),
      ],
    ]),
  ),
  ...faults('must', 'accounting/*', [
    [
      'accounting/streams-without-tokens-now-and-then',
      '4.2',
      'of three streams one is counted as a request without tokens',
      recorded((entry, { streamed }, { service }) =>
        streamed && service.count('without tokens') % 3 === 1
          ? { ...entry, inputTokens: 0, outputTokens: 0 }
          : entry,
      ),
      {
        undecidable: 'tokens may be counted later than requests, and for longer than a run waits',
        bases: {
          [SILENT]: UNTOLD,
          opposite: UNTOLD,
        },
      },
    ],
  ]),
];
