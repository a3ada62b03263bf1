import { globOver } from '../vocabulary/glob.ts';
import type { Harm } from '../vocabulary/harm.ts';
import type { Level } from '../vocabulary/verdict.ts';

/**
 * The usual cause of a violation and its fix: for every check whose violation affects access, money or clients. Ids
 * and globs, separated by blanks; each check is named once.
 */
const ADVICE: Readonly<Record<string, string>> = {
  'auth/completion-no-key auth/stats-no-key auth/summary-no-key auth/export-no-key auth/*-empty-bearer':
    'The route is registered outside the authentication middleware, or the middleware lets an empty header pass. Refuse the request before the handler runs when the header or its token is missing.',
  'auth/completion-unknown-key auth/stats-unknown-key auth/summary-unknown-key auth/export-unknown-key':
    'The handler checks that a key is there, not that it is known; or a failed look-up falls back to a default account. Look the key up on every route, and refuse the request when there is no match.',
  'auth/completion-unknown-key-streamed auth/completion-stream-refused':
    'The streaming path sends its headers before it authenticates. Authenticate first, and answer 401 with a plain body before the stream begins.',
  'auth/*-basic auth/*-bare-key':
    'The key is taken from the end of the header, whatever the scheme. Parse the header, and accept the scheme Bearer only.',
  'auth/key-in-query':
    'A middleware also reads the key from the query, so that keys reach access logs and referrers. Read it from the Authorization header only.',
  'auth/key-never-returned':
    'An error message, a debug header or an echo of the request holds the key. Remove the credential from everything that is sent back or logged.',
  'auth/alias-no-key':
    'The alias of the path is routed past the authentication, often in a proxy. Attach the authentication to the handler, so that every path to it asks for a key.',
  'auth/completion-altered-key auth/completion-longer-key':
    'Keys are compared by a prefix, or cut to a length before they are compared. Compare the whole key, or its hash.',
  'auth/completion-other-case':
    'The key column has a collation that ignores case. Compare keys byte by byte, or compare their hashes.',
  'usage/stats-one-organization isolation/stats isolation/summary isolation/export':
    'The query lacks a condition on the organization, or a cache is keyed by the parameters alone. Add the organization of the key to the condition and to the cache key.',
  'isolation/organization-by-key-alone isolation/summary-by-key-alone isolation/export-by-key-alone':
    'The organization is read from the query or a header, where the caller names it. Derive it from the key alone.',
  'isolation/completions':
    'The billing job resolves the organization from shared state instead of the request. Store the organization of the key with each completion, and count by that.',
  'completion/usage-counts completion/usage-present':
    'The usage object is built only for some paths, or with null or text where the model server reports nothing. Count the tokens on the server and always send three integers.',
  'completion/usage-sums stream/usage-sums':
    'The total is counted apart from its parts, for example with cached or reasoning tokens on one side only. Compute the total as prompt plus completion tokens.',
  'usage/stats-email':
    'The e-mail column holds a login name or nothing for keys without a person. Join the address of the owner of the key.',
  'usage/stats-created-before-now':
    'A local time is written as if it were UTC, or hosts disagree on the time. Write time stamps in UTC, from one clock.',
  'usage/totals-*':
    'The three endpoints read different tables, bounds or caches: an inner join drops rows, a page is cut, or dates are compared in another time zone. Build all three from one query, with the same bounds.',
  'usage/stats-filter-model usage/stats-filter-provider usage/stats-filter-source usage/stats-filters-together':
    'The parameter is not bound, is compared by a prefix or without its escapes, or replaces another filter. Decode each value once, compare it exactly, and join the conditions with AND.',
  'usage/stats-filter-before-page':
    'The page is cut in the database, and the filter runs over it in code. Filter in the query, before limit and offset.',
  'usage/*-range usage/stats-start-alone usage/stats-end-alone':
    'A bound is ignored, parsed in the local time zone, or compared as text. Parse both bounds in UTC, and apply each one that is given.',
  'usage/*-ranges-meet':
    'The bounds of a range are shifted or counted twice, or the result is cut at a size. Use half-open or closed bounds in the same way everywhere, and never cut a result silently.',
  'usage/stats-parameters-alone usage/given-names-hold':
    'A parameter works only beside another one, or was renamed. Read each parameter by its documented name, independently of the others.',
  'usage/stats-is-array usage/stats-of-nothing':
    'The list is wrapped in an object, or an empty result is null, 204 or 404. Answer 200 with a JSON array, which is [] for no records.',
  'usage/stats-record-schema usage/summary-schema usage/summary-of-nothing':
    'The serializer leaves out null or zero, writes large integers as text, or sums of nothing are null. Send every member, with its documented type; use COALESCE for sums.',
  'usage/*-no-negative-counts':
    'A correction or a refund is stored as a negative record, or a counter overflows. Store counts as unsigned 64-bit integers, and keep corrections apart.',
  'usage/*-total-is-sum':
    'The total is stored in a column of its own and was written by another path. Compute it from input and output tokens.',
  'usage/stats-default-page usage/stats-page-size':
    'The page size has another default or bound, or the query asks for one row more to see whether a next page exists and sends it. Cut the page to the size that was asked for; the default is 100.',
  'usage/stats-offset usage/stats-pages-tile':
    'The order of the records is not total, so rows move between pages, or the offset counts pages. Order by date and a unique id, and count the offset in records.',
  'usage/stats-one-record-each':
    'The daily job writes a second record instead of adding to the first. Put a unique index on user, model, provider, source and date, and upsert.',
  'usage/*-without-dates':
    'The date parameters are required by the validator. Make them optional, and answer for all records without them.',
  'usage/summary-unique-* usage/summary-usage-by-source usage/summary-date-range-days':
    'The number is counted over another set than the records: another range, null as a value, or rows instead of distinct values. Count it from the rows that the sums are made of.',
  'usage/export-is-csv usage/export-read-alike':
    'Cells are joined with commas by hand, or the answer has another content type. Write the rows with a CSV library that quotes cells, and send text/csv.',
  'usage/export-counts usage/export-models usage/export-sources usage/export-users usage/export-days':
    'Rows and header have another order, or the export joins or groups other columns than the stats. Write each row from the record, by the names of the columns.',
  'usage/*-stands-odd-values':
    'The value reaches the database or a parser without validation, and the exception becomes a 500. Validate every parameter at the border, and answer 4xx.',
  'accounting/completions accounting/streamed accounting/multi-choice accounting/tool-call accounting/reasoning':
    'Usage is recorded on one code path only, before the stream has ended, or for the first choice. Record it once for each completion when it ends, with the counts that its answer reports.',
  'accounting/concurrent':
    'Two requests read the same total and both write it back. Add with an atomic update (SET total = total + n) or in one transaction.',
  'accounting/no-more-than-sent':
    'A retry or a redelivered message counts a completion twice. Count by the id of the completion, and ignore an id that was counted.',
  'accounting/source-is-api':
    'The source has a default that suits the app. Set it from the credential that was used.',
  'billing/empty-wallet-completion billing/empty-wallet-stream billing/empty-wallet-shapes':
    'The balance is checked after the work, for some request shapes only, or its error is mapped to another status. Check it before any work, for every completion, and answer 402.',
  'path/completion path/stats path/summary path/export':
    'The route has another prefix or method, or a proxy redirects it. Register the documented path and method, and answer there without a redirect.',
  'client/create client/*-create':
    'The client sends headers or members of its own that are refused, or it cannot read the answer. Ignore unknown headers, accept what the contract allows, and answer with application/json.',
  'client/stream client/*-stream client/stream-iteration client/stream-helper':
    'A chunk lacks choices or a delta, or the stream does not end with data: [DONE]. Send every chunk in the documented shape, and end the stream exactly so.',
  'client/parse client/*-formats':
    'The answer to a JSON format has text around the JSON, or is cut at the token limit without finish_reason length. Constrain the output to JSON, and report a cut with its finish_reason.',
  'client/run-tools client/*-tools tool/call-shape tool/arguments-are-strings stream/tool-fragments-index stream/tool-id-first stream/tool-name-once':
    'Tool calls lack an id, have arguments as an object, or stream without an index. Send id and name in the first fragment, and arguments as a JSON string.',
  'client/error-classes':
    'A status is mapped to another one, often 400 or 500 for all. Send the documented status of each error; clients choose their error class by it.',
  'request/accepts-* request/*-at-minimum request/*-at-maximum request/null-where-listed':
    'The validator is stricter than the contract: an exclusive bound, a missing optional member, or an unknown combination. Generate the validator from the published schema, and include the bounds.',
  'request/streamed-refusals':
    'The stream is opened before the body is validated. Validate first, and answer with the status of the error instead of an event.',
  'completion/status-200 completion/content-type':
    'A framework default sends 201 or text/plain. Set status 200 and application/json on the response.',
  'completion/body-ends stream/body-ends':
    'Content-Length is counted in characters, or the connection closes before the last chunk. Let the server frame the body, and close after it was flushed.',
  'completion/body-is-json completion/fits-schema completion/role-assistant':
    'The answer of the model server is passed on as it is, or the serializer leaves members out. Map it to the documented object, with every required member and type.',
  'completion/choice-indices stream/choice-indices':
    'Choices are generated apart, each with index 0. Number them from 0 to n-1 when they are joined.',
  'stream/content-type stream/only-when-asked':
    'The content type does not follow the member stream. Send text/event-stream for stream: true, and application/json otherwise.',
  'stream/compressed':
    'A proxy compresses event streams and holds events back. Turn compression off for text/event-stream, or flush it after every event.',
  'stream/served':
    'An exception in the generator is sent as an event after status 200. Do what can fail before the first byte, and fix the exception.',
  'stream/valid-utf8':
    'Tokens are decoded one by one, which cuts characters of several bytes. Decode incrementally, and hold back an incomplete character.',
  'stream/one-data-line stream/payloads-are-json stream/done-blank-line':
    'Events are written by hand with one line end, comments or raw line breaks. Write each event as "data: ", JSON on one line, and a blank line.',
  'stream/ends-with-done stream/done-once stream/nothing-after-done':
    'The end marker is left out, misspelt, or written both by the handler and by the model server. Write "data: [DONE]" exactly once, last, in the handler.',
  'stream/documented-types stream/same-id stream/role-first stream/finish-reason-* stream/usage-last':
    'Chunks are built one by one, without the state of their stream. Create id, model and created once, send the role first, finish_reason in the last delta, and usage after it.',
  'status/rate-limit':
    'The limiter answers with 403, 503 or an empty connection. Answer 429 with Retry-After.',
  'status/after-refusal':
    'The body of a refused request is left unread, so its bytes are taken for the next request. Read the body to its end, or close the connection after the refusal.',
  'status/after-cancellation':
    'The rest of a stream that the client left stays in a buffer or on a reused connection. Close the upstream request when the client leaves.',
  'status/accepted-always':
    'A worker, a replica or state of the connection decides whether a request is valid. Validate each request alone, with one version of the schema everywhere.',
};

const ROWS = Object.entries(ADVICE).map(([checks, advice]) => ({
  fits: globOver(checks.split(' ')),
  advice,
}));

const ADVISED: readonly Harm[] = ['doors', 'money', 'clients'];

/** Whether a check has advice, by the harm of its violation. Open points are recorded, and never violated. */
export function needsAdvice({ harm, level }: { harm: Harm; level: Level }): boolean {
  return ADVISED.includes(harm) && level !== 'open';
}

/** The usual cause of a violation of the check and its fix, once for each row that names it. */
export function adviceFor(id: string): string[] {
  return ROWS.filter(({ fits }) => fits(id)).map(({ advice }) => advice);
}
