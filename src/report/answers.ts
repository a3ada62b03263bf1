import type { AnswerCounts, AnswerKind } from '../vocabulary/sweep.ts';

const NAMES: Readonly<Record<AnswerKind, string>> = {
  completion: 'Completions (JSON)',
  stream: 'Completions (streams)',
  stats: 'Usage stats (pages)',
  summary: 'Usage summary',
  export: 'Usage export',
};

export const ANSWER_COLUMNS = [
  'Endpoint',
  'Answers',
  'Validated',
  'Broken',
  'Not validated because',
] as const;

/** One row for each response type, in the columns of `ANSWER_COLUMNS`. */
export function answerRows(answers: readonly AnswerCounts[]): string[][] {
  return answers.map(({ kind, answers: all, validated, broken, left }) => [
    NAMES[kind],
    String(all),
    String(validated),
    String(broken),
    left.map(({ reason, count }) => `${count} × ${reason}`).join('; '),
  ]);
}
