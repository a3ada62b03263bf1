import { someRange } from '../../src/usage/history/closed-range.ts';
import { orderOfRecords } from '../../src/usage/judge/order.ts';
import { extraMembers } from '../../src/usage/probes/extra-members.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { NotApplicable } from '../../src/vocabulary/undecidable.ts';

/** Open points of records and of parameter names (2.8, 4.2). */
export const openStatsPoints: readonly Check[] = [
  {
    id: 'usage/stats-open-points',
    harm: 'form',
    title: 'Order and additional members of records',
    clauses: ['2.8', '4.2'],
    level: 'open',
    restsOn: ['path/stats'],
    about:
      'Records members beyond section 2.8, whether model_provider is present, the order of records, and whether unknown parameters are rejected.',
    async run(context) {
      const found = await context.usageNames();
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
    title: 'Given parameter names have their effect',
    clauses: ['4.2'],
    level: 'should',
    restsOn: ['path/stats'],
    about:
      'Tests each parameter name that --target gives. Warns if a name has lost its effect, and shows the name that has it. Not applicable without --target.',
    async run(context) {
      if (!context.settings.usageNames)
        return new NotApplicable('no names were given: set "usage" in the file of --target');
      const { drifted, base } = await context.usageNames();
      context.held(base);
      for (const { parameter, given, now, exchange } of drifted) {
        // Parameters without a visible effect before there was usage may have one now.
        if (now === given) continue;
        context.report({
          expected: `${given} works as the parameter for ${parameter}`,
          actual: now ? `no effect; ${now} has the effect` : 'no effect',
          place: 'body',
          exchanges: [exchange.id],
        });
      }
      return undefined;
    },
  },
];
