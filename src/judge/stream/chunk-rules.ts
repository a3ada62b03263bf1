import type { Rule } from '../rule.ts';
import { finishesLast, finishesOnce } from './finish.ts';
import { createdInSeconds, objectIsChunk, sameThroughout } from './identity.ts';
import type { ParsedStream } from './parsed-stream.ts';
import { roleFirst } from './role-first.ts';
import { fragmentsHaveIndex, idComesFirst, nameComesOnce } from './tools.ts';
import { documentedTypes } from './types.ts';
import { usageComesLast, usageSums } from './usage.ts';

/** A rule for chunks. */
export interface ChunkRule extends Rule<ParsedStream> {
  /** Holds of each chunk by itself, or of two of them, wherever they stand and whatever else the stream lacks. */
  ofChunks?: true;
}

/** What OpenAI documents of chunks and section 6 does not show. */
export const CHUNK_RULES: readonly ChunkRule[] = [
  {
    id: 'stream/documented-types',
    title: 'The members of a chunk have the types that OpenAI documents',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about:
      'choices is an array, index an integer, delta an object, content and arguments strings; else a warning.',
    judge: documentedTypes,
  },
  {
    id: 'stream/object-name',
    harm: 'form',
    title: 'The object of every chunk is chat.completion.chunk',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'Another value, or none, warns.',
    judge: objectIsChunk,
  },
  {
    id: 'stream/same-id',
    title: 'The id is the same in all chunks',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'A chunk with another id warns.',
    judge: sameThroughout('id'),
  },
  {
    id: 'stream/same-created',
    harm: 'form',
    title: 'created is the same in all chunks',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'A chunk with another time warns.',
    judge: sameThroughout('created'),
  },
  {
    id: 'stream/created-time',
    harm: 'form',
    title: 'created is the time of the stream in seconds',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: "A time more than a day away from the answer's Date header warns, as milliseconds do.",
    judge: createdInSeconds,
  },
  {
    id: 'stream/same-model',
    harm: 'form',
    title: 'The model is the same in all chunks',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'A chunk with another model warns.',
    judge: sameThroughout('model'),
  },
  {
    id: 'stream/finish-reason-once',
    title: 'Every choice of a stream gets one finish_reason',
    clauses: ['6', '1'],
    level: 'should',
    about: 'None, or more than one that is not null, warns.',
    judge: finishesOnce,
  },
  {
    id: 'stream/finish-reason-last',
    title: 'The finish_reason of a choice comes in its last delta',
    clauses: ['6', '1'],
    level: 'should',
    about: 'A delta that brings something after it warns.',
    judge: finishesLast,
  },
  {
    id: 'stream/role-first',
    title: 'The first delta of every choice has the role assistant',
    clauses: ['6', '1'],
    level: 'should',
    about: 'Another role there, or none, warns.',
    judge: roleFirst,
  },
  {
    id: 'stream/tool-fragments-index',
    title: 'Tool-call fragments carry the index of their call',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'A fragment without an integer index warns.',
    judge: fragmentsHaveIndex,
  },
  {
    id: 'stream/tool-id-first',
    title: 'The first fragment of a tool call holds its id',
    clauses: ['6', '1'],
    level: 'should',
    about:
      'A first fragment without an id warns, and so does another id in a later fragment of the same index.',
    judge: idComesFirst,
  },
  {
    id: 'stream/tool-name-once',
    title: 'The name of a called function comes in one fragment of its call',
    clauses: ['6', '1'],
    level: 'should',
    ownSentence: true,
    about: 'A later fragment of the same index that holds a name again warns.',
    judge: nameComesOnce,
  },
  {
    id: 'stream/usage-last',
    title: 'A usage chunk comes last',
    clauses: ['6', '1'],
    level: 'should',
    about:
      'Chunks without usage after the last one with it warn, and so does usage inside a choice. Usage may be absent.',
    judge: usageComesLast,
  },
  {
    id: 'stream/usage-sums',
    harm: 'money',
    title: 'The usage of a stream sums up',
    clauses: ['6', '1'],
    level: 'should',
    about: 'A total that is not prompt + completion warns.',
    judge: usageSums,
  },
];
