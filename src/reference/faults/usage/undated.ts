/** Why what is shown without dates shows nothing of another organization. */
export const TODAY = {
  bases: {
    'usage/default-today': {
      hidden: 'without dates a day is shown on which the other organization has no records',
    },
  },
};

/** The same of rows, which show no organization. */
export const LAST_DAYS = {
  bases: {
    ...TODAY.bases,
    'usage/default-7-days': {
      hidden: 'without dates only days are shown that are not closed, and nothing of those is compared',
    },
  },
};
