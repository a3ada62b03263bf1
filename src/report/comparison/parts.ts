import { oneLine, shorten } from '../text.ts';
import type { Changed, Comparison } from './compare.ts';

/** One kind of change, with a line for each; nothing is left out of it. */
export interface ComparisonPart {
  title: string;
  /** Whether the later run is worse for it. */
  worse: boolean;
  items: { id: string; words: string; detail?: string }[];
}

/** What differs, what got worse first; kinds of which there is nothing are left out. */
export function comparisonParts(found: Comparison): ComparisonPart[] {
  const changes = (title: string, list: readonly Changed[], worse: boolean): ComparisonPart => ({
    title,
    worse,
    items: list.map(({ id, before, after, message }) => ({
      id,
      words: `${before} → ${after}`,
      ...(worse && { detail: oneLine(shorten(message, 240)) }),
    })),
  });
  // What was deselected was not lost by the service: it must not hide what was.
  const left = found.undecided.filter(({ after }) => after === 'skipped');
  const asked = found.undecided.filter(({ after }) => after !== 'skipped');
  const parts = [
    changes('New failures', found.newFailures, true),
    changes('No longer decided', asked, true),
    changes('New warnings', found.newWarnings, true),
    {
      title: 'Checks that went',
      worse: true,
      items: found.went.map(({ id, verdict }) => ({ id, words: `was ${verdict}` })),
    },
    changes('Fixed', found.fixed, false),
    {
      title: 'No longer selected',
      worse: false,
      items: left.map(({ id, before }) => ({ id, words: `was ${before}` })),
    },
    changes('Other changes', found.otherwise, false),
    {
      title: 'Changed observations',
      worse: false,
      items: found.observations.map(({ check, key, before, after }) => ({
        id: check,
        words: `${short(key)}: ${short(before)} → ${short(after)}`,
      })),
    },
    {
      title: 'Checks that came',
      worse: false,
      items: found.came.map(({ id, verdict }) => ({ id, words: verdict })),
    },
  ];
  return parts.filter(({ items }) => items.length > 0);
}

function short(value: string | undefined): string {
  return value === undefined ? 'not observed' : oneLine(shorten(value, 120));
}
