import { type Accounts, all, type EndpointTimeline } from '../endpoint-timeline.ts';
import { completionsOf } from '../trial.ts';

/** So many completions that each took the place of the one before are no chance. */
const MANY = 3;

/**
 * Whether totals grow, completion by completion, by what each used less what the one before it of its model did: the record
 * holds the last one alone then, where all are to be added up. What is counted late does not come out so.
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
    // Two completions alike leave totals as they are, as one that is not counted does.
    if (input === 0n && output === 0n) return false;
    return growth.input_tokens === input && growth.output_tokens === output;
  });
  return taken.length >= MANY;
}
