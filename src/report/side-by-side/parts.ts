import { oneLine, shorten } from '../text.ts';
import type { Changed, Comparison } from './compare.ts';
import type { SideGroup, SideRow } from './page.ts';

/** One kind of change, with all its rows. */
export interface ComparisonPart extends SideGroup {
  worse: boolean;
  rows: readonly ComparisonRow[];
}

interface ComparisonRow extends SideRow {
  cells: readonly [before: string | undefined, after: string | undefined];
  key?: string;
}

/** The differences, regressions first; empty kinds are omitted. */
export function comparisonParts(found: Comparison): ComparisonPart[] {
  const changes = (title: string, list: readonly Changed[], worse: boolean): ComparisonPart => ({
    title,
    worse,
    rows: list.map(({ id, title: name, before, after, message }) => ({
      id,
      title: name,
      cells: [before, after],
      ...(worse && { detail: oneLine(shorten(message, 240)) }),
    })),
  });
  // Deselected checks are not regressions of the service and must not hide real ones.
  const left = found.undecided.filter(({ after }) => after === 'skipped');
  const asked = found.undecided.filter(({ after }) => after !== 'skipped');
  const parts: ComparisonPart[] = [
    changes('New failures', found.newFailures, true),
    changes('Now inconclusive', asked, true),
    changes('New warnings', found.newWarnings, true),
    {
      title: 'Removed checks',
      worse: true,
      rows: found.went.map(({ id, verdict }) => ({ id, cells: [verdict, undefined] })),
    },
    changes('Fixed', found.fixed, false),
    changes('No longer selected', left, false),
    changes('Other changes', found.otherwise, false),
    {
      title: 'Changed observations',
      worse: false,
      rows: found.observations.map(({ check, key, before, after }) => ({
        id: check,
        title: short(key),
        key: short(key),
        cells: [short(before), short(after)],
      })),
    },
    {
      title: 'Added checks',
      worse: false,
      rows: found.came.map(({ id, verdict }) => ({ id, cells: [undefined, verdict] })),
    },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}

/** How a check changed, in words. */
export function changeWords({ cells: [before, after], key }: ComparisonRow): string {
  if (before === undefined) return after ?? '';
  if (after === undefined) return `was ${before}`;
  return `${key === undefined ? '' : `${key}: `}${before} → ${after}`;
}

function short(value: string | undefined): string {
  return value === undefined ? 'not observed' : oneLine(shorten(value, 120));
}
