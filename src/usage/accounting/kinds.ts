import type { OwnCompletion } from './own-completions.ts';

/**
 * The kind of a completion: services count kinds at different times, or in different places. Only a completion of
 * the same kind shows that another one is no longer delayed.
 */
export function kindOf({ model, streamed, tools, calls, choices, cut }: OwnCompletion): string {
  const marks = [
    streamed ? 'streamed' : '',
    calls ? 'with calls' : tools ? 'with tools' : '',
    choices > 1 ? 'several choices' : '',
    cut ? 'cut' : 'whole',
  ];
  return [JSON.stringify(model), ...marks.filter((mark) => mark !== '')].join(', ');
}
