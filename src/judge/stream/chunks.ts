import type { Judge } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import { finishesLast, finishesOnce } from './finish.ts';
import { createdInSeconds, objectIsChunk, sameThroughout } from './identity.ts';
import type { ParsedStream } from './parsed-stream.ts';
import { roleFirst } from './role.ts';
import { fragmentsHaveIndex, idComesFirst } from './tools.ts';
import { documentedTypes } from './types.ts';
import { usageComesLast, usageSums } from './usage.ts';

/** What OpenAI documents of chunks and section 6 does not show: one check each. */
export interface ChunkRule {
  id: CheckId;
  title: string;
  /** What breaks it, for `explain`. */
  about: string;
  /** Holds of each chunk by itself, or of two of them, wherever they stand and whatever else the stream lacks. */
  ofChunks?: true;
  judge: Judge<ParsedStream>;
}

/** The rules for chunks; each is a `should`. */
export const CHUNK_RULES: readonly ChunkRule[] = [
  {
    id: 'stream/documented-types',
    title: 'The members of a chunk have the types that OpenAI documents',
    ofChunks: true,
    about:
      'choices is an array, index an integer, delta an object, content and arguments strings; else a warning.',
    judge: documentedTypes,
  },
  {
    id: 'stream/object-name',
    title: 'The object of every chunk is chat.completion.chunk',
    ofChunks: true,
    about: 'Another value, or none, warns.',
    judge: objectIsChunk,
  },
  {
    id: 'stream/same-id',
    title: 'The id is the same in all chunks',
    ofChunks: true,
    about: 'A chunk with another id warns.',
    judge: sameThroughout('id'),
  },
  {
    id: 'stream/same-created',
    title: 'created is the same in all chunks',
    ofChunks: true,
    about: 'A chunk with another time warns.',
    judge: sameThroughout('created'),
  },
  {
    id: 'stream/created-time',
    title: 'created is the time of the stream in seconds',
    ofChunks: true,
    about: "A time more than a day away from the answer's Date header warns, as milliseconds do.",
    judge: createdInSeconds,
  },
  {
    id: 'stream/same-model',
    title: 'The model is the same in all chunks',
    ofChunks: true,
    about: 'A chunk with another model warns.',
    judge: sameThroughout('model'),
  },
  {
    id: 'stream/finish-reason-once',
    title: 'Every choice of a stream gets one finish_reason',
    about: 'None, or more than one that is not null, warns.',
    judge: finishesOnce,
  },
  {
    id: 'stream/finish-reason-last',
    title: 'The finish_reason of a choice comes in its last delta',
    about: 'A delta that brings something after it warns.',
    judge: finishesLast,
  },
  {
    id: 'stream/role-first',
    title: 'The first delta of every choice has the role assistant',
    about: 'Another role there, or none, warns.',
    judge: roleFirst,
  },
  {
    id: 'stream/tool-fragments-index',
    title: 'Tool-call fragments carry the index of their call',
    ofChunks: true,
    about: 'A fragment without an integer index warns.',
    judge: fragmentsHaveIndex,
  },
  {
    id: 'stream/tool-id-first',
    title: 'The first fragment of a tool call holds its id',
    about: 'A first fragment without an id warns.',
    judge: idComesFirst,
  },
  {
    id: 'stream/usage-last',
    title: 'A usage chunk comes last',
    about: 'Chunks without usage after the last one with it warn. Usage may be absent.',
    judge: usageComesLast,
  },
  {
    id: 'stream/usage-sums',
    title: 'The usage of a stream sums up',
    about: 'A total that is not prompt + completion warns.',
    judge: usageSums,
  },
];
