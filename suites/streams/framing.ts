import type { ParsedStream } from '../../src/judge/parsed-stream.ts';
import type { Rule } from '../../src/judge/rule.ts';
import { FRAMING_RULES } from '../../src/judge/stream/framing-rules.ts';
import { framed, readableLines } from '../../src/judge/stream/reading.ts';
import { sweepStreams } from '../../src/judge/sweeps.ts';
import { streams } from '../../src/requests/streams.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { Inconclusive, skipped } from '../../src/vocabulary/undecidable.ts';

const SENT = 'Reads every streamed completion of the run byte by byte.';
const NO_STREAM = 'this run has no streamed completion';

const hasPayloads = ({ chunks, payloadFault }: ParsedStream) =>
  chunks.length > 0 || payloadFault !== undefined;
const isFields = ({ framing }: ParsedStream) => !framing.irregularities.has('stray-line');
const isStream = (reading: ParsedStream) => isFields(reading) || hasPayloads(reading) || hasDone(reading);
const hasDone = ({ framing }: ParsedStream) => !framing.irregularities.has('done-missing');

/** The preconditions of each rule. */
function readingFor({
  id,
  level,
}: Rule<ParsedStream>): (exchange: ParsedStream['exchange']) => Promise<ParsedStream> {
  if (id === 'stream/valid-utf8' || id === 'stream/one-data-line' || id === 'stream/no-byte-order-mark')
    return framed;
  // Line ends are visible whatever the lines contain.
  if (id === 'stream/no-lone-cr') return (exchange) => readableLines(exchange, isStream);
  // Text that is not an event stream has comments and fields by chance; events without a blank line between have
  // none.
  if (level === 'should') return (exchange) => readableLines(exchange, isFields);
  // Lines that do not belong to an event stream do not change the others.
  if (id === 'stream/payloads-are-json') return (exchange) => readableLines(exchange, hasPayloads);
  if (id !== 'stream/ends-with-done') return (exchange) => readableLines(exchange, hasDone);
  return async (exchange) => {
    const reading = await readableLines(exchange, hasDone);
    if (hasDone(reading)) return reading;
    const { payloadFault } = reading;
    if (payloadFault) throw new Inconclusive('a payload is broken', [exchange], 'stream/payloads-are-json');
    if (reading.lateError) throw skipped('the stream reported an error', [exchange], 'stream/served');
    return reading;
  };
}

/** Rules that one line can violate, whatever follows it. */
const ofWhatCame = ({ id, level }: Rule<ParsedStream>) =>
  (level === 'should' && id !== 'stream/no-lines-after-done') ||
  ['stream/valid-utf8', 'stream/one-data-line', 'stream/payloads-are-json'].includes(id);

/** One check for each rule of framing. */
export const framingChecks = FRAMING_RULES.map((rule): Check => {
  const { judge, ...check } = rule;
  return {
    ...check,
    about: `${SENT} ${check.about}`,
    sweeps: [sweepStreams(readingFor(rule), judge)],
    run: (context) => {
      const tells = ofWhatCame(rule) ? judge : undefined;
      return context.verifyEach(
        streams(context, { how: readingFor(rule), ...(tells && { tells }) }),
        judge,
        NO_STREAM,
      );
    },
  };
});
