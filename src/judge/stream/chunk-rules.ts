import type { ParsedStream } from '../parsed-stream.ts';
import type { Rule } from '../rule.ts';
import { finishesLast, finishesOnce } from './finish.ts';
import { createdInSeconds, objectIsChunk, sameThroughout } from './identity.ts';
import { roleFirst } from './role-first.ts';
import { fragmentsHaveIndex, idComesFirst, nameComesOnce } from './tools.ts';
import { documentedTypes } from './types.ts';
import { usageComesLast, usageSums } from './usage.ts';

/** A rule for chunks. */
export interface ChunkRule extends Rule<ParsedStream> {
  /** Holds for each chunk, or for two of them, at any position and whatever else the stream lacks. */
  ofChunks?: true;
}

/** Rules of OpenAI's documentation of chunks that section 6 does not show. */
export const CHUNK_RULES: readonly ChunkRule[] = [
  {
    id: 'stream/documented-types',
    title: 'Chunk members have the types that OpenAI documents',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about:
      'Warns unless choices is an array, index an integer, delta an object, and content and arguments are strings.',
    judge: documentedTypes,
  },
  {
    id: 'stream/object-name',
    harm: 'form',
    title: 'The object of every chunk is "chat.completion.chunk"',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'Warns if object is missing or has another value.',
    judge: objectIsChunk,
  },
  {
    id: 'stream/same-id',
    title: 'All chunks of a stream have the same id',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'Warns if a chunk has a different id.',
    judge: sameThroughout('id'),
  },
  {
    id: 'stream/same-created',
    harm: 'form',
    title: 'All chunks of a stream have the same created',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'Warns if a chunk has a different created.',
    judge: sameThroughout('created'),
  },
  {
    id: 'stream/created-time',
    harm: 'form',
    title: 'created is the time of the stream in Unix seconds',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about:
      'Warns if created differs from the Date header by more than a day, as a time in milliseconds does.',
    judge: createdInSeconds,
  },
  {
    id: 'stream/same-model',
    harm: 'form',
    title: 'All chunks of a stream have the same model',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'Warns if a chunk has a different model.',
    judge: sameThroughout('model'),
  },
  {
    id: 'stream/finish-reason-once',
    title: 'Every streamed choice has exactly one finish_reason',
    clauses: ['6', '1'],
    level: 'should',
    about: 'Warns if a choice has no finish_reason that is not null, or more than one.',
    judge: finishesOnce,
  },
  {
    id: 'stream/finish-reason-last',
    title: 'finish_reason comes with the last delta of its choice',
    clauses: ['6', '1'],
    level: 'should',
    about: 'Warns if a later delta of the choice has content.',
    judge: finishesLast,
  },
  {
    id: 'stream/role-first',
    title: 'The first delta of every choice has the role assistant',
    clauses: ['6', '1'],
    level: 'should',
    about: 'Warns if the role is missing or has another value.',
    judge: roleFirst,
  },
  {
    id: 'stream/tool-fragments-index',
    title: 'Every tool-call fragment has the index of its call',
    clauses: ['6', '1'],
    level: 'should',
    ofChunks: true,
    about: 'Warns if a fragment has no integer index.',
    judge: fragmentsHaveIndex,
  },
  {
    id: 'stream/tool-id-first',
    title: 'The first fragment of a tool call has its id',
    clauses: ['6', '1'],
    level: 'should',
    about: 'Warns if the first fragment has no id, or a later fragment of the same index has a different id.',
    judge: idComesFirst,
  },
  {
    id: 'stream/tool-name-once',
    title: 'The name of a called function comes in one fragment of its call',
    clauses: ['6', '1'],
    level: 'should',
    about: 'Warns if a later fragment of the same index has a name again.',
    judge: nameComesOnce,
  },
  {
    id: 'stream/usage-last',
    title: 'The usage chunk is the last chunk',
    clauses: ['6', '1'],
    level: 'should',
    about:
      'Warns if chunks without usage follow the last chunk with usage, if a choice contains usage, or if an earlier chunk reports 0 prompt_tokens. Passes if the stream has no usage.',
    judge: usageComesLast,
  },
  {
    id: 'stream/usage-sums',
    harm: 'money',
    title: 'total_tokens of a stream equals prompt_tokens + completion_tokens',
    clauses: ['6', '1'],
    level: 'should',
    about: 'Warns if the sum differs.',
    judge: usageSums,
  },
];
