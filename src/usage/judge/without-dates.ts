import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { breach } from './finding.ts';

/** What an endpoint answers without parameters, and the path, with a query or without, at which it answers. */
export interface Undated {
  plain: Exchange;
  path: string;
}

/** Where only dates bring an answer, they are not optional. */
export const answersUndated: Judge<Undated> = ({ plain, path }) => {
  const [, query] = path.split('?');
  if (query === undefined) return [];
  const actual = `status ${plain.response?.status}, and 200 with ${query.split('&').join(' and ')}`;
  return [breach(plain, 'status', 'an answer without parameters, all of which are optional', actual)];
};
