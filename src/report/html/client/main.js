import { startCards } from './cards.js';
import { loadRequestRows } from './data.js';
import { startFilters } from './filters.js';
import { startKeys, startTiles } from './keys.js';
import { startCopying, startLinks } from './links.js';
import { startTimeline } from './timeline.js';

const filters = startFilters();
startTiles();
startKeys(filters);
startCopying();
await loadRequestRows();
startCards();
await startLinks(filters, startTimeline());
