import { join, relative, sep } from 'node:path';

/** Where the page of a report's folder is, as a link from a page in `from`: no name of a folder leads anywhere else. */
export function pageLink(from: string, folder: string): string {
  return `./${relative(from, join(folder, 'index.html')).split(sep).map(encodeURIComponent).join('/')}`;
}
