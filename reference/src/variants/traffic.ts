import type { Change } from '../behaviour.ts';
import { DAY } from '../calendar.ts';
import type { Variant } from '../deviation.ts';
import type { UsageEntry } from '../usage-record.ts';
import { variants } from './variant.ts';

/** Another tenant's completion in the same organization, before each look at the usage. */
const neighbours =
  (user: 'same' | 'other' | 'another each time'): Change =>
  (before) => {
    let own: Pick<UsageEntry, 'organization' | 'user' | 'email'> | undefined;
    let looks = 0;
    const other = () => {
      const of = user === 'other' ? 0 : ++looks;
      return {
        user: `5b0a6a0c-6f1c-4a53-9a35-${String(of).padStart(12, '0')}`,
        email: `neighbour-${of}@example.com`,
      };
    };
    return {
      account: (entry, origin, request) => {
        own ??= { organization: entry.organization, user: entry.user, email: entry.email };
        return before.account(entry, origin, request);
      },
      traffic: (request) => {
        const earlier = before.traffic(request);
        if (!own) return earlier;
        const who = user === 'same' ? own : { ...own, ...other() };
        return [
          ...earlier,
          {
            ...who,
            at: request.service.clock.now(),
            model: 'zephyr-small',
            provider: 'Nimbus',
            source: 'api',
            inputTokens: 11,
            outputTokens: 7,
            requests: 1,
          },
        ];
      },
    };
  };

/** Usage of a day some days ago, which is corrected by `step` requests and tokens before each look at it. */
const corrections =
  (days: number, step: number): Change =>
  (before) => {
    let organization: string | undefined;
    // The day may change during the run.
    let day: number | undefined;
    return {
      account: (entry, origin, request) => {
        organization ??= entry.organization;
        return before.account(entry, origin, request);
      },
      traffic: (request) => {
        const earlier = before.traffic(request);
        if (organization === undefined) return earlier;
        const counts = day === undefined ? 5_000 : step;
        day ??= request.service.clock.now() - days * DAY;
        return [
          ...earlier,
          {
            organization,
            user: '5b0a6a0c-6f1c-4a53-9a35-000000000001',
            email: 'neighbour-1@example.com',
            at: day,
            model: 'zephyr-small',
            provider: 'Nimbus',
            source: 'api',
            inputTokens: counts,
            outputTokens: 0,
            requests: counts,
          },
        ];
      },
    };
  };

/** How others may use the organization meanwhile (5.3). */
export const traffic: readonly Variant[] = variants('traffic', [
  [
    'usage/neighbours',
    '5.3',
    'other users of the organization are active during the run',
    neighbours('other'),
    { undecided: ['accounting/*'], against: ['lag'] },
  ],
  [
    'usage/same-user-elsewhere',
    '5.3',
    'the same user is active elsewhere during the run',
    neighbours('same'),
    { undecided: ['accounting/*'], against: ['lag'] },
  ],
  [
    'usage/new-neighbours',
    '5.3',
    'new users of the organization become active during the run',
    neighbours('another each time'),
    // Each of them moves all records behind theirs, while pages are walked.
    { undecided: ['accounting/*', 'isolation/completions', 'usage/stats-start-alone'], against: ['lag'] },
  ],
  [
    'usage/yesterday-corrected',
    '5.3',
    'usage of yesterday is corrected downwards during the run',
    corrections(1, -1),
    { undecided: ['accounting/*'], against: ['lag'] },
  ],
  [
    'usage/closed-days-corrected',
    '5.3',
    'usage of ten days ago is corrected upwards during the run',
    corrections(10, 1),
    { undecided: ['accounting/*', 'usage/*', 'isolation/*'], against: ['lag'] },
  ],
]);
