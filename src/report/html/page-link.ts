import { join, relative, sep } from 'node:path';

/**
 * The page of a report's folder as a link from a page in `from`: encoded, so that no folder name leads anywhere
 * else.
 */
export function pageLink(from: string, folder: string): string {
  return `./${relative(from, join(folder, 'index.html')).split(sep).map(encodeURIComponent).join('/')}`;
}
