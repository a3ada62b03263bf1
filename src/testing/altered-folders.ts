import type { AlteredFolder } from './altered/alter.ts';
import { CHANGED_FOLDERS } from './altered/changed.ts';
import { CRAFTED_FOLDERS } from './altered/crafted.ts';
import { CROWDED_FOLDERS } from './altered/crowded.ts';

export const ALTERED_FOLDERS: readonly AlteredFolder[] = [
  ...CHANGED_FOLDERS,
  ...CRAFTED_FOLDERS,
  ...CROWDED_FOLDERS,
];
