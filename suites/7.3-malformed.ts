import {
  brokenGrammar,
  commas,
  comments,
  cutBodies,
  emptyBodies,
  garbageBodies,
  invalidUtf8,
  lenientNumbers,
  otherValues,
  quotes,
  trailing,
} from '../src/requests/malformed.ts';
import type { Check } from '../src/vocabulary/check.ts';
import { openBytesCheck } from './open/bytes.ts';
import { malformedCheck } from './requests/malformed.ts';
import { streamedRefusalsCheck } from './requests/streamed-refusals.ts';

/** Rule 7.3: bodies that are wrong as text, and refusals of streamed requests. */
export const checks: readonly Check[] = [
  malformedCheck(
    'request/unparsable-cut',
    'A body that is cut off is refused with 400',
    'unparsable',
    cutBodies,
  ),
  malformedCheck(
    'request/unparsable-garbage',
    'A body that is no JSON is refused with 400',
    'unparsable',
    garbageBodies,
  ),
  malformedCheck(
    'request/unparsable-grammar',
    "A body that breaks JSON's grammar is refused with 400",
    'unparsable',
    brokenGrammar,
  ),
  malformedCheck(
    'request/unparsable-empty',
    'An empty body is refused with 400',
    'not-an-object',
    emptyBodies,
  ),
  malformedCheck(
    'request/unparsable-no-object',
    'A JSON body that is no object is refused with 400',
    'not-an-object',
    otherValues,
  ),
  malformedCheck(
    'request/unparsable-utf8',
    'A body with invalid UTF-8 is refused with 400',
    'not-an-object',
    invalidUtf8,
  ),
  malformedCheck(
    'request/lenient-numbers',
    'Numbers beyond JSON are refused with 400',
    'lenient',
    lenientNumbers,
  ),
  malformedCheck('request/lenient-comments', 'Comments are refused with 400', 'lenient', comments),
  malformedCheck('request/lenient-quotes', 'Strings beyond JSON are refused with 400', 'lenient', quotes),
  malformedCheck('request/lenient-commas', 'Trailing commas are refused with 400', 'lenient', commas),
  malformedCheck('request/lenient-trailing', 'Text after the body is refused with 400', 'lenient', trailing),
  streamedRefusalsCheck,
  openBytesCheck,
];
