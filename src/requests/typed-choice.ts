import { isObject } from '../judge/json.ts';
import type { Json } from './edit.ts';

/** The same request with the type of its tool_choice; undefined if that is not an object or has one. */
export function typedChoice(body: Json): Json | undefined {
  const { tool_choice: choice } = body;
  if (!isObject(choice) || choice.type !== undefined) return undefined;
  return { ...body, tool_choice: { type: 'function', ...choice } };
}
