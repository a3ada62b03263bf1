import fc from 'fast-check';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { optionalMembers } from './drawn-members.ts';
import { planned } from './planned.ts';
import { BRIEF, conversation } from './prompts.ts';

/** Valid requests with drawn members: the same seed yields the same ones. */
export function drawnRows(model: string, seed: number, count: number): PlannedCompletion[] {
  return fc.sample(optionalMembers(), { seed, numRuns: count }).map((members, i) => {
    const id = `drawn-${String(i + 1).padStart(2, '0')}`;
    const body = { model, messages: conversation('plain', BRIEF, i), max_tokens: 2, ...members };
    return planned(id, `drawn members ${i + 1}`, body);
  });
}
