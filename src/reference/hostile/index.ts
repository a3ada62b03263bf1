import { brotliBomb } from './body/brotli-bomb.ts';
import { codingALie } from './body/coding-a-lie.ts';
import { codingUnknown } from './body/coding-unknown.ts';
import { bodyFiveGigabytes } from './body/five-gigabytes.ts';
import { bodyFiveGigabytesChunked } from './body/five-gigabytes-chunked.ts';
import { gzipBomb } from './body/gzip-bomb.ts';
import { noContentWithABody } from './body/no-content-with-a-body.ts';
import { bodySlow } from './body/slow.ts';
import { summaryOfTwoMegabytes } from './body/summary-of-two-megabytes.ts';
import { zstdBomb } from './body/zstd-bomb.ts';
import { closesAtOnce } from './connection/closes-at-once.ts';
import { interimFew } from './connection/interim-few.ts';
import { interimStorm } from './connection/interim-storm.ts';
import { oneAnswerTooMany } from './connection/one-answer-too-many.ts';
import { resetsAtOnce } from './connection/resets-at-once.ts';
import { silent } from './connection/silent.ts';
import { speaksSsh } from './connection/speaks-ssh.ts';
import { status99 } from './connection/status-99.ts';
import { status1000 } from './connection/status-1000.ts';
import { statusLineNone } from './connection/status-line-none.ts';
import { upgrades } from './connection/upgrades.ts';
import { csvFormulas } from './csv/formulas.ts';
import { csvMillionColumns } from './csv/million-columns.ts';
import { csvOfQuotes } from './csv/of-quotes.ts';
import { csvUnclosedQuote } from './csv/unclosed-quote.ts';
import { chunkSizeHuge } from './framing/chunk-size-huge.ts';
import { chunkSizeNone } from './framing/chunk-size-none.ts';
import { chunkWithoutEnd } from './framing/chunk-without-end.ts';
import { chunksOfOneByte } from './framing/chunks-of-one-byte.ts';
import { lengthAndChunked } from './framing/length-and-chunked.ts';
import { lengthNegative } from './framing/length-negative.ts';
import { lengthTooLong } from './framing/length-too-long.ts';
import { lengthTooShort } from './framing/length-too-short.ts';
import { lengthTwice } from './framing/length-twice.ts';
import { resetInBlankLine } from './framing/reset-in-blank-line.ts';
import { resetInBody } from './framing/reset-in-body.ts';
import { resetInBodyStart } from './framing/reset-in-body-start.ts';
import { resetInChunkSize } from './framing/reset-in-chunk-size.ts';
import { resetInCompletion } from './framing/reset-in-completion.ts';
import { resetInExport } from './framing/reset-in-export.ts';
import { resetInHeaders } from './framing/reset-in-headers.ts';
import { resetInLastChunk } from './framing/reset-in-last-chunk.ts';
import { resetInRefusal } from './framing/reset-in-refusal.ts';
import { resetInStatusLine } from './framing/reset-in-status-line.ts';
import { asksForOtherSchemes } from './headers/asks-for-other-schemes.ts';
import { cookieStorm } from './headers/cookie-storm.ts';
import { headersEndless } from './headers/endless.ts';
import { headersForTheEye } from './headers/for-the-eye.ts';
import { headerOfAMegabyte } from './headers/header-of-a-megabyte.ts';
import { headersSlow } from './headers/slow.ts';
import { headersTenThousand } from './headers/ten-thousand.ts';
import { headersWithNul } from './headers/with-nul.ts';
import type { Hostile } from './hostile.ts';
import { jsonAsNull } from './json/as-null.ts';
import { jsonDeep } from './json/deep.ts';
import { jsonDeepArrays } from './json/deep-arrays.ts';
import { jsonDigitsInRecords } from './json/digits-in-records.ts';
import { jsonDuplicateKeys } from './json/duplicate-keys.ts';
import { jsonLiterals } from './json/literals.ts';
import { jsonLongNumber } from './json/long-number.ts';
import { jsonLongString } from './json/long-string.ts';
import { jsonPrototype } from './json/prototype.ts';
import { leakBase64 } from './leak/base64.ts';
import { leakEscaped } from './leak/escaped.ts';
import { leakHex } from './leak/hex.ts';
import { leakInStream } from './leak/in-stream.ts';
import { leakLarge } from './leak/large.ts';
import { leakPlain } from './leak/plain.ts';
import { leakReversed } from './leak/reversed.ts';
import { leakSplit } from './leak/split.ts';
import { leakUrlEncoded } from './leak/url-encoded.ts';
import { diesAndReturns } from './life/dies-and-returns.ts';
import { diesForGood } from './life/dies-for-good.ts';
import { fallsSilentForGood } from './life/falls-silent-for-good.ts';
import { oneEndpointHangs } from './life/one-endpoint-hangs.ts';
import { slowAfterFifty } from './life/slow-after-fifty.ts';
import { peopleInRefusals, peopleInUsage } from './people/odd-ways.ts';
import { redirectDowngrade } from './redirect/downgrade.ts';
import { redirectFile } from './redirect/file.ts';
import { redirectInward } from './redirect/inward.ts';
import { redirectItself } from './redirect/itself.ts';
import { redirectRing } from './redirect/ring.ts';
import { redirectStranger } from './redirect/stranger.ts';
import { streamEndless } from './stream/endless.ts';
import { streamFallsSilent } from './stream/falls-silent.ts';
import { streamLineOf100Megabytes } from './stream/line-of-100-megabytes.ts';
import { streamMillionComments } from './stream/million-comments.ts';
import { streamMillionEmptyEvents } from './stream/million-empty-events.ts';
import { streamNotClosed } from './stream/not-closed.ts';
import { streamResetBeforeDone } from './stream/reset-before-done.ts';
import { streamResetInEvent } from './stream/reset-in-event.ts';
import { streamSlow } from './stream/slow.ts';
import { invalidUtf8 } from './text/invalid-utf-8.ts';
import { loneSurrogates } from './text/lone-surrogates.ts';
import { nastyCompletions } from './text/nasty-completions.ts';
import { nastyRefusals } from './text/nasty-refusals.ts';
import { nastySummary } from './text/nasty-summary.ts';
import { tlsExpired } from './tls/expired.ts';
import { tlsSelfSigned } from './tls/self-signed.ts';
import { tlsSelfSignedTrusted } from './tls/self-signed-trusted.ts';
import { tlsWrongName } from './tls/wrong-name.ts';
import { usageNeverSettles } from './usage/never-settles.ts';
import { usagePageSizeIgnored } from './usage/page-size-ignored.ts';
import { usageSamePage } from './usage/same-page.ts';

/** Every hostile service, by what it abuses. */
export const HOSTILE: readonly Hostile[] = [
  // connection
  silent,
  closesAtOnce,
  resetsAtOnce,
  speaksSsh,
  statusLineNone,
  status99,
  status1000,
  interimStorm,
  interimFew,
  upgrades,
  oneAnswerTooMany,
  // headers
  headersSlow,
  headersEndless,
  headersTenThousand,
  headerOfAMegabyte,
  cookieStorm,
  asksForOtherSchemes,
  headersWithNul,
  headersForTheEye,
  // body
  bodySlow,
  summaryOfTwoMegabytes,
  bodyFiveGigabytes,
  bodyFiveGigabytesChunked,
  gzipBomb,
  brotliBomb,
  zstdBomb,
  codingUnknown,
  codingALie,
  noContentWithABody,
  // framing
  lengthTooLong,
  lengthTooShort,
  lengthTwice,
  lengthAndChunked,
  lengthNegative,
  chunkSizeNone,
  chunkSizeHuge,
  chunkWithoutEnd,
  chunksOfOneByte,
  resetInStatusLine,
  resetInHeaders,
  resetInBlankLine,
  resetInBodyStart,
  resetInBody,
  resetInChunkSize,
  resetInLastChunk,
  resetInCompletion,
  resetInExport,
  resetInRefusal,
  // redirect
  redirectItself,
  redirectRing,
  redirectStranger,
  redirectFile,
  redirectInward,
  redirectDowngrade,
  // json
  jsonDeep,
  jsonDeepArrays,
  jsonLongNumber,
  jsonDigitsInRecords,
  jsonLongString,
  jsonPrototype,
  jsonDuplicateKeys,
  jsonLiterals,
  jsonAsNull,
  // text
  invalidUtf8,
  loneSurrogates,
  nastySummary,
  nastyCompletions,
  nastyRefusals,
  // stream
  streamSlow,
  streamEndless,
  streamFallsSilent,
  streamNotClosed,
  streamLineOf100Megabytes,
  streamMillionEmptyEvents,
  streamMillionComments,
  streamResetInEvent,
  streamResetBeforeDone,
  // csv
  csvMillionColumns,
  csvUnclosedQuote,
  csvFormulas,
  csvOfQuotes,
  // usage
  usagePageSizeIgnored,
  usageSamePage,
  usageNeverSettles,
  // leak
  leakPlain,
  leakBase64,
  leakReversed,
  leakUrlEncoded,
  leakHex,
  leakEscaped,
  leakSplit,
  leakLarge,
  leakInStream,
  // people
  peopleInUsage,
  peopleInRefusals,
  // tls
  tlsWrongName,
  tlsExpired,
  tlsSelfSigned,
  tlsSelfSignedTrusted,
  // life
  diesAndReturns,
  diesForGood,
  fallsSilentForGood,
  slowAfterFifty,
  oneEndpointHangs,
];
