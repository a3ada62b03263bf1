import type { Judge } from '../../vocabulary/check.ts';
import type { ClosedHistory } from '../closed-history.ts';
import { DAY, startOf } from '../days.ts';
import { recordsOf } from '../walk/page.ts';
import { readRecord } from '../walk/record.ts';
import { breach, quoted } from './finding.ts';

/**
 * A closed range holds records of every day inside it of which the stats show one without dates: well inside, as days may
 * begin at any midnight.
 */
export const holdsShownDays: Judge<Pick<ClosedHistory, 'found' | 'range' | 'history'>> = ({
  found,
  range,
  history,
}) => {
  const [page] = history.pages;
  const lost = recordsOf(found.base)
    ?.map(readRecord)
    .find(
      (record) =>
        record !== undefined &&
        record.instant > startOf(range.start) + 2 * DAY &&
        record.instant < startOf(range.end) - 2 * DAY &&
        !history.byInstant.has(record.instant),
    );
  if (!page || !lost) return [];
  const date = quoted(String(lost.raw.date));
  const expected = `records of ${date} from ${range.start} to ${range.end}, as the stats without dates show one`;
  return [breach([page, found.base], 'body', expected, `none of ${history.count} records is of that date`)];
};
