import type { CompletionRequest } from '../completion-types.ts';
import type { Sampler } from './sampler.ts';
import { tokenize } from './tokenize.ts';
import { topicOf } from './topic.ts';

/** The model's output before its end or its limit. */
export interface Speech {
  tokens: string[];
  finishReason: 'stop' | 'length';
}

/** Says the content of a choice in at most `room` tokens, and ends before a stop string. */
export function speak(body: CompletionRequest, sampler: Sampler, room: number, random: () => number): Speech {
  const stops = (typeof body.stop === 'string' ? [body.stop] : (body.stop ?? [])).filter(
    (stop) => stop !== '',
  );
  const topic = topicOf(body, random);
  const source = 'text' in topic ? tokenize(topic.text).values() : sentences(topic.sentences);
  const tokens: string[] = [];
  let text = '';
  for (const step of source) {
    if (tokens.length >= room) return { tokens, finishReason: 'length' };
    const token = typeof step === 'string' ? sampler.say(step) : sampler.draw(step.place, step.spaced);
    tokens.push(token);
    text += token;
    const cut = earliest(text, stops);
    if (cut >= 0) return { tokens: keep(tokens, cut), finishReason: 'stop' };
  }
  return { tokens, finishReason: 'stop' };
}

type Step = string | { place: 'opening' | 'adjective' | 'noun' | 'verb'; spaced: boolean };

/** "Well, the calm harbor keeps a small lantern." */
function* sentences(count: number): Generator<Step> {
  for (let i = 0; i < count; i++) {
    yield { place: 'opening', spaced: i > 0 };
    yield ',';
    yield ' the';
    yield { place: 'adjective', spaced: true };
    yield { place: 'noun', spaced: true };
    yield { place: 'verb', spaced: true };
    yield ' a';
    yield { place: 'adjective', spaced: true };
    yield { place: 'noun', spaced: true };
    yield '.';
  }
}

function earliest(text: string, stops: readonly string[]): number {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}

/** The tokens of the first `length` units of text, the last one shortened. */
function keep(tokens: readonly string[], length: number): string[] {
  const kept: string[] = [];
  let left = length;
  for (const token of tokens) {
    if (left <= 0) break;
    kept.push(token.slice(0, left));
    left -= token.length;
  }
  return kept;
}
