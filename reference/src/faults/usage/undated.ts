import { hidden } from '../../deviation.ts';
/** Why requests without dates show nothing of another organization. */
export const TODAY = hidden(
  'without dates, the other organization has no records on the returned day',
  'usage/default-today',
);

/** The same for rows, which show no organization, and for records of an unknown one. */
export const LAST_DAYS = {
  bases: {
    ...TODAY.bases,
    'usage/default-7-days': {
      hidden: 'without dates only open days are returned, which are not compared',
    },
  },
};

/** Why a summary without dates is like none of a known range. */
export const NO_DEFAULT_RANGE = {
  bases: Object.fromEntries(
    ['usage/default-today', 'usage/default-7-days', 'usage/default-30-days'].map((base) => [
      base,
      { hidden: 'without dates, the summary counts days that are not known' },
    ]),
  ),
};
