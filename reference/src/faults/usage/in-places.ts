import { asked, listed } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import { FEW } from './pages.ts';

const MOVED = {
  hidden: 'without a day other records begin each page, and another number of them may be lost',
};

/** Database wildcards for one letter and any text. */
const pattern = (text: string) =>
  new RegExp(
    `^${text
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('_', '.')
      .replaceAll('%', '.*')}$`,
    'u',
  );

const NOTHING_OF_TODAY = 'nothing of today is counted yet when records are read';

/** Faults for certain parameter values only. */
export const inPlaces: readonly Fault[] = faults('must', 'usage/* isolation/*', [
  [
    'usage/filter-model-like',
    '4.2',
    'the filter by model treats % and _ as wildcards',
    listed((_, query, source) => {
      const { limit, offset = 0, model, ...open } = query;
      const like = model === undefined ? /^/ : pattern(model);
      const all = source.list(open).filter((record) => like.test(record.model));
      return all.slice(offset, limit === undefined ? undefined : offset + limit);
    }),
  ],
  [
    'usage/second-page-begins-late',
    '4.2',
    'offsets that are multiples of a hundred skip one record more',
    asked(['stats'], (query) =>
      query.offset && query.offset % 100 === 0 ? { ...query, offset: query.offset + 1 } : query,
    ),
    { bases: { ...FEW.bases, 'usage/by-model': MOVED } },
  ],
  [
    'usage/todays-record-without-id',
    '2.8',
    'records of today have no UUID',
    (before) => ({
      order: 'date, email, model, model_provider, source',
      record: (json, request) => {
        const digits = (text: string) => text.replace(/\D/g, '').slice(0, 8);
        const today = digits(new Date(request.service.clock.now()).toISOString());
        const shown = before.record(json, request);
        return digits(String(shown.date)) === today ? { ...shown, id: 'pending' } : shown;
      },
    }),
    hidden(NOTHING_OF_TODAY, 'usage/lags-2-seconds', 'usage/lags-20-seconds'),
  ],
]);
