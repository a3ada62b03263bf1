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

/** Rule 7.3: syntactically invalid bodies, and rejections of streaming requests. */
export const checks: readonly Check[] = [
  malformedCheck('request/unparsable-cut', 'Truncated JSON is rejected with 400', 'unparsable', cutBodies),
  malformedCheck(
    'request/unparsable-garbage',
    'A body that is not JSON is rejected with 400',
    'unparsable',
    garbageBodies,
  ),
  malformedCheck(
    'request/unparsable-grammar',
    'Invalid JSON syntax is rejected with 400',
    'unparsable',
    brokenGrammar,
  ),
  malformedCheck('request/unparsable-empty', 'An empty body is rejected with 400', 'no-text', emptyBodies),
  malformedCheck(
    'request/unparsable-no-object',
    'A JSON body that is not an object is rejected with 400 or 422',
    'not-an-object',
    otherValues,
  ),
  malformedCheck('request/unparsable-utf8', 'Invalid UTF-8 is rejected with 400', 'no-text', invalidUtf8),
  malformedCheck(
    'request/lenient-numbers',
    'Numbers that JSON does not allow cause no server error',
    'lenient',
    lenientNumbers,
  ),
  malformedCheck('request/lenient-comments', 'Comments in JSON cause no server error', 'lenient', comments),
  malformedCheck(
    'request/lenient-quotes',
    'Strings that JSON does not allow cause no server error',
    'lenient',
    quotes,
  ),
  malformedCheck('request/lenient-commas', 'Trailing commas cause no server error', 'lenient', commas),
  malformedCheck(
    'request/lenient-trailing',
    'Text after the JSON value causes no server error',
    'lenient',
    trailing,
  ),
  streamedRefusalsCheck,
  openBytesCheck,
];
