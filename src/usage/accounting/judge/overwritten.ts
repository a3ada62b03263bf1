import { type Accounts, all, type EndpointTimeline } from '../endpoint-timeline.ts';
import { completionsOf } from '../step.ts';

/** So many completions that each replaced the previous one are no coincidence. */
const MANY = 3;

/**
 * Whether totals grow, per completion, by its usage minus that of the previous one with the same model: the record
 * then contains only the last one instead of the sum. Delays do not look like this.
 */
export function overwritten(accounts: Accounts, timeline: EndpointTimeline): boolean {
  const { steps } = accounts;
  const sent = [...all(accounts, timeline), ...steps.flatMap(({ own }) => own)]
    .filter(({ outcome }) => outcome !== 'refused')
    .sort((a, b) => a.exchange.startedAt - b.exchange.startedAt);
  const taken = steps.filter((step) => {
    const growth = step.growth[timeline.endpoint];
    const [own, ...more] = completionsOf(step);
    if (!growth || !own?.usage || more.length > 0) return false;
    const before = sent.slice(0, sent.indexOf(own)).findLast(({ model }) => model === own.model);
    if (!before?.usage) return false;
    const input = own.usage.input - before.usage.input;
    const output = own.usage.output - before.usage.output;
    // Two equal completions leave totals unchanged, as an uncounted one does.
    if (input === 0n && output === 0n) return false;
    return growth.input_tokens === input && growth.output_tokens === output;
  });
  return taken.length >= MANY;
}
