import { someRange } from '../../src/usage/closed-range.ts';
import { usageNames } from '../../src/usage/discovery/discover.ts';
import { orderOfRecords } from '../../src/usage/judge/order.ts';
import { extraMembers } from '../../src/usage/probes/extra-members.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { NotApplicable } from '../../src/vocabulary/undecidable.ts';

/** What the contract leaves open of records and of the names of parameters (2.8, 4.2). */
export const openStatsPoints: readonly Check[] = [
  {
    id: 'usage/stats-open-points',
    harm: 'form',
    title: 'Which members and which order the records have beyond the contract',
    clauses: ['2.8', '4.2'],
    level: 'open',
    restsOn: ['path/stats'],
    about:
      'Records members beyond 2.8, whether model_provider is shown, the order of records, and whether unknown parameters are refused.',
    async run(context) {
      const found = await usageNames(context);
      const { unfound: _, demanded: __, ...names } = found.names;
      context.discovered(names);
      const { first } = await someRange(context, context);
      context.observe('usage-unknown-parameters', found.unknownNames, found.base);
      context.observe('usage-ids', found.stableIds ? 'stable' : 'changing', found.base);
      context.observe('usage-record-extra-members', extraMembers(first.records), first.exchange);
      context.observe(
        'usage-record-model-provider',
        first.records.every((r) => 'model_provider' in r) ? 'shown' : 'absent',
        first.exchange,
      );
      context.observe('usage-order', orderOfRecords(first), first.exchange);
    },
  },
  {
    id: 'usage/given-names-hold',
    title: 'The parameter names that were given still have their effect',
    clauses: ['4.2'],
    level: 'should',
    restsOn: ['path/stats'],
    about:
      'Only where names were given with --target: each must have its effect. A name that lost it warns, with the one that has it now.',
    async run(context) {
      if (!context.settings.usageNames)
        return new NotApplicable('no names were given: --target with "usageNames"');
      const { drifted, base } = await usageNames(context);
      context.held(base);
      for (const { parameter, given, now, exchange } of drifted) {
        // What showed no effect while there was no usage may show it since.
        if (now === given) continue;
        context.report({
          expected: `${given} to be the parameter for ${parameter}, as given`,
          actual: now ? `no effect; ${now} has it` : 'no effect',
          place: 'body',
          exchanges: [exchange.id],
        });
      }
      return undefined;
    },
  },
];
