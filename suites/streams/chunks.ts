import type { Streamed } from '../../src/judge/parsed-stream.ts';
import { choicesAsAsked } from '../../src/judge/stream/choices.ts';
import { CHUNK_RULES } from '../../src/judge/stream/chunk-rules.ts';
import { chunked, eachChunk } from '../../src/judge/stream/reading.ts';
import { hasCalls } from '../../src/judge/stream/tools.ts';
import {
  hasMistypedMembers,
  withReadableChunks,
  withRequestedChoices,
} from '../../src/judge/stream/usable.ts';
import { sweepStreams } from '../../src/judge/sweeps.ts';
import { streams } from '../../src/requests/streams.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive, NotApplicable, skipped } from '../../src/vocabulary/undecidable.ts';

const SENT = 'Reads every streamed completion of the run byte by byte.';
const NO_STREAM = 'this run has no streamed completion';

/** Rules that do not concern choices: they hold whatever the choices are. */
const OF_NO_CHOICE: ReadonlySet<string> = new Set(['stream/usage-last', 'stream/usage-sums']);
/** Rules that concern the start and end of a choice, and not the content of its deltas. */
const OF_ENDS: ReadonlySet<string> = new Set(['stream/finish-reason-once', 'stream/role-first']);

/**
 * A stream with too few choices shows nothing about any one of them; one with too many shows the requested ones, as
 * far as they are identifiable.
 */
const counted = (id: string) => (gather: (ask: Requester) => Promise<Streamed>) => async (ask: Requester) =>
  countedOf(id, await gather(ask));

function countedOf(id: string, reading: Streamed): Streamed {
  if (OF_NO_CHOICE.has(id) && reading.chunks.length > 0) return reading;
  const isMistyped = hasMistypedMembers(reading, reading.row, OF_ENDS.has(id) ? 'ends' : undefined);
  const isCounted = choicesAsAsked(reading).length === 0;
  const asked = isMistyped || isCounted ? undefined : withRequestedChoices(reading);
  if (asked) return asked;
  if (!isMistyped && isCounted) return reading;
  const blockedBy = isMistyped ? 'stream/documented-types' : 'stream/choices-as-asked';
  throw new Inconclusive('the choices of the stream have wrong indices', [reading.exchange], blockedBy);
}

/** Rules for chunks with unreadable choices: they concern no choice, or report its problem. */
const OF_ANY_CHUNK: ReadonlySet<string> = new Set([
  'stream/documented-types',
  'stream/object-name',
  'stream/same-id',
  'stream/same-created',
  'stream/created-time',
  'stream/same-model',
]);

/** Rules for single chunks apply to the readable ones. */
const legible = (id: string) => (gather: (ask: Requester) => Promise<Streamed>) => async (ask: Requester) =>
  legibleOf(id, await gather(ask));

function legibleOf(id: string, reading: Streamed): Streamed {
  const disordered = OF_ANY_CHUNK.has(id) && hasMistypedMembers(reading);
  return disordered ? reading : withReadableChunks(reading);
}

/** Rules that do not apply to a stream without a call. */
const OF_CALLS: ReadonlySet<string> = new Set(['stream/tool-id-first', 'stream/tool-name-once']);

const NO_CALL = 'no streamed completion of this profile may call a tool';
const mayCall = ({ body }: PlannedCompletion) => body.tools !== undefined && body.tool_choice !== 'none';

/** A stream without a call shows nothing about calls. */
const calling = (gather: (ask: Requester) => Promise<Streamed>) => async (ask: Requester) => {
  const reading = await gather(ask);
  if (hasCalls(reading)) return reading;
  throw skipped('the stream calls no tool', [reading.exchange]);
};

/** One check for each rule of chunks. */
export const chunkChecks = CHUNK_RULES.map(
  ({ judge, ofChunks, ...check }): Check => ({
    ...check,
    about: `${SENT} ${check.about}`,
    sweeps: [
      {
        ...sweepStreams(ofChunks ? eachChunk : chunked, (reading) => {
          const read = (ofChunks ? legibleOf : countedOf)(check.id, reading);
          return !OF_CALLS.has(check.id) || hasCalls(read) ? judge(read) : undefined;
        }),
        ...(check.id === 'stream/documented-types' && { validates: true as const }),
      },
    ],
    async run(context) {
      const items = streams(context, {
        wanted: OF_CALLS.has(check.id) ? mayCall : undefined,
        ...(ofChunks && { how: eachChunk, tells: (reading) => judge(legibleOf(check.id, reading)) }),
      });
      const read = items.map((ofChunks ? legible : counted)(check.id));
      if (!OF_CALLS.has(check.id)) return context.verifyEach(read, judge, NO_STREAM);
      if (read.length === 0) return new NotApplicable(NO_CALL);
      return context.verifyEach(read.map(calling), judge);
    },
  }),
);
