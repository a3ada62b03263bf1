import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { breach } from './finding.ts';

/** The response of an endpoint without parameters, and with dates if it requires them. */
export interface Undated {
  plain: Exchange;
  dated: Exchange | undefined;
}

/** If an endpoint requires dates, they are not optional. */
export const answersUndated: Judge<Undated> = ({ plain, dated }) => {
  if (!dated) return [];
  const given = new URL(dated.request.url).search.slice(1).split('&').join(' and ');
  const actual = `status ${plain.response?.status} without parameters, ${dated.response?.status} with ${given}`;
  const expected = 'status 200 without parameters, since all are optional';
  return [breach([plain, dated], 'status', expected, actual)];
};
