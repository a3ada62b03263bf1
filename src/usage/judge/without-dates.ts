import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { breach } from './finding.ts';

/** What an endpoint answers without parameters, and with dates where only they bring an answer. */
export interface Undated {
  plain: Exchange;
  dated: Exchange | undefined;
}

/** Where only dates bring an answer, they are not optional. */
export const answersUndated: Judge<Undated> = ({ plain, dated }) => {
  if (!dated) return [];
  const given = new URL(dated.request.url).search.slice(1).split('&').join(' and ');
  const actual = `status ${plain.response?.status} without parameters, ${dated.response?.status} with ${given}`;
  const expected = 'status 200 without parameters, since all are optional';
  return [breach([plain, dated], 'status', expected, actual)];
};
