import { createHash } from 'node:crypto';
import type { Behaviour } from '../behaviour.ts';
import { inAnswer, inChunks } from '../change/answers.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

const digest = (id: unknown) => createHash('sha256').update(String(id)).digest('hex');
const uuidOf = (id: unknown) =>
  digest(id).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
const numberOf = (id: unknown) => String(Number.parseInt(digest(id).slice(0, 12), 16) % 10_000_000);
const withIds = (idOf: (id: unknown) => string) => (before: Behaviour) => ({
  ...inAnswer('/id', idOf)(before),
  ...inChunks('/id', idOf)(before),
});

/** Formats of completion ids (2.7): any strings. */
export const answerIds: readonly Variant[] = variants('answer-ids', [
  ['completion/id-uuid', '2.7', 'ids of completions are UUIDs', withIds(uuidOf)],
  ['completion/id-short', '2.7', 'ids of completions are short numbers', withIds(numberOf)],
]);
