import { must, open, type Sections } from './row.ts';

const RECORD = 'usage/stats-record-schema';

/** Sections 2.8, 2.9 and 4.2 to 4.5: usage records and their endpoints. */
export const USAGE: Sections = {
  '2.8': [
    must('| id | string, UUID |', RECORD),
    must('| user_id | string, UUID |', RECORD),
    must('| org_id | string, UUID |', RECORD),
    must("| email | string (the user's e-mail address) |", RECORD, 'usage/stats-email'),
    must('| model | string |', RECORD),
    open(
      '| model_provider | string (present in one published version, absent in another) |',
      'usage/stats-open-points',
    ),
    must('| source | string (api or app) |', RECORD),
    must('| input_tokens | integer |', RECORD),
    must('| output_tokens | integer |', RECORD),
    must('| total_tokens | integer |', RECORD),
    must('| total_requests | integer |', RECORD),
    must('| date | string, ISO 8601 date-time |', RECORD),
    must('| created_at | string, ISO 8601 date-time |', RECORD),
    must(
      'Each record aggregates the usage of one user, model, provider and source combination on one date.',
      'usage/stats-one-record-each',
    ),
  ],
  '2.9': [
    must(
      'All fields are integers: total_input_tokens, total_output_tokens, total_tokens, total_requests, unique_users, unique_models, unique_providers, api_usage, app_usage, date_range_days.',
      'usage/summary-schema',
      'usage/summary-of-nothing',
    ),
  ],
  '4.2': [
    must(
      'Returns a paginated list of daily usage records (2.8) for the organization of the API key, as a JSON array.',
      'usage/stats-is-array',
      'usage/stats-of-nothing',
      'usage/stats-pages-tile',
    ),
    must(
      '| start date | lower bound of the date range, ISO format | none |',
      'usage/stats-known-range',
      'usage/stats-range',
      'usage/stats-start-alone',
      'usage/stats-ranges-meet',
    ),
    must(
      '| end date | upper bound of the date range, ISO format | none |',
      'usage/stats-known-range',
      'usage/stats-range',
      'usage/stats-end-alone',
      'usage/stats-ranges-meet',
    ),
    must(
      '| model | filter by model | none |',
      'usage/stats-filter-model',
      'usage/stats-filter-before-page',
      'usage/stats-filters-together',
    ),
    must('| model provider | filter by provider | none |', 'usage/stats-filter-provider'),
    must('| source | filter by source; values api or app | none |', 'usage/stats-filter-source'),
    must(
      '| number of records to return | page size | 100 |',
      'usage/stats-page-size',
      'usage/stats-default-page',
    ),
    must('| number of records to skip | offset | 0 |', 'usage/stats-offset', 'usage/stats-default-page'),
    must('All parameters are optional.', 'usage/stats-without-dates', 'usage/stats-parameters-alone'),
    open(
      'The literal query parameter names: not shown.',
      'usage/stats-filter-unknown',
      'usage/stats-page-size-beyond',
      'usage/stats-open-points',
    ),
  ],
  '4.3': [
    must(
      'Returns the aggregated usage summary (2.9) for the organization of the API key, as a JSON object.',
      'usage/summary-schema',
      'usage/totals-*',
    ),
    must(
      'Optional query parameters: start date and end date (ISO format).',
      'usage/summary-range',
      'usage/summary-ranges-meet',
      'usage/summary-without-dates',
    ),
    open('Their literal names are also not shown (see 4.2).', 'usage/summary-one-sided-ranges'),
  ],
  '4.4': [
    must(
      'Returns a CSV file with all daily usage statistics in the given date range for the organization of the API key.',
      'usage/export-is-csv',
      'usage/totals-*',
    ),
    must(
      'Optional query parameters: start date and end date (ISO format).',
      'usage/export-range',
      'usage/export-ranges-meet',
      'usage/export-without-dates',
    ),
    open(
      'The column layout of the CSV and the content type header: not shown.',
      'usage/export-dialect',
      'usage/export-plain-numbers',
      'usage/export-formula-cells',
    ),
  ],
  '4.5': [
    must(
      'Each usage endpoint names four outcomes: Successful Response, Authentication Fails, Invalid Parameters, Server Error (see 7).',
      'usage/*-refuses-*',
      'usage/*-stands-odd-values',
      'auth/stats-*',
    ),
  ],
};
