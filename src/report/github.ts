import { inOneLine } from '../vocabulary/in-one-line.ts';
import { type Entry, entriesOf } from './entries.ts';
import type { Report } from './model.ts';
import { oneLine, shorten } from './text.ts';

/** GitHub shows ten annotations of each kind in a step. */
const SHOWN = 10;

/** The findings of a run as workflow commands, which GitHub shows as annotations: the worst first, once each. */
export function githubAnnotations(report: Report): string {
  const entries = entriesOf(report);
  const lines = (gravities: readonly Entry['gravity'][], command: string) =>
    entries
      .filter((e) => gravities.includes(e.gravity))
      .slice(0, SHOWN)
      .map((entry) => annotation(command, entry));
  const all = [
    ...lines(['fail', 'error'], 'error'),
    ...lines(['warn'], 'warning'),
    ...lines(['inconclusive'], 'notice'),
  ];
  return all.map((line) => `${line}\n`).join('');
}

function annotation(command: string, { title, checks, findings }: Entry): string {
  const [first] = findings;
  const words = first ? `${inOneLine(first.finding)}; again: ${checks[0]!.reproduce}` : checks[0]!.message;
  const ids = `${checks[0]!.id}${checks.length > 1 ? ` and ${checks.length - 1} more` : ''}`;
  return `::${command} title=${property(oneLine(shorten(`${ids}: ${title}`, 200)))}::${message(oneLine(shorten(words, 1000)))}`;
}

/** Characters that end a message, or begin an escape, in a workflow command. */
function message(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Two more characters are special in a property. */
function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
