import type { Row } from './covering-array.ts';
import {
  CLOCK_CHOICE,
  CLOCK_TOOL,
  DATE_TOOL,
  HOURS_TOOL,
  NAMED_OTHERWISE,
  NEWS_TOOL,
  weatherChoice,
  weatherTool,
} from './prompts.ts';

/** The tools of a request, and its tool_choice. */
export interface Tools {
  tools?: object[] | undefined;
  tool_choice?: unknown;
}

/** Whether two calls are requested at once: the second one may be wrong by itself. */
export const wantsTwo = ({ tools: offered, tool_choice: choice }: Tools): boolean =>
  choice === 'required' && offered?.includes(CLOCK_TOOL) === true;

/**
 * Tools of which one must be called: the first such request of each mode, streamed or not, asks for two calls at
 * once.
 */
function required({ n, stream }: Row, turn: (name: string) => number): Tools {
  const variant = turn('tools required');
  const first = n !== 'two' && turn(`two calls, stream ${stream === 'true'}`) === 0;
  return {
    tools: [weatherTool(variant), ...(first ? [CLOCK_TOOL] : variant % 2 === 0 ? [DATE_TOOL] : [])],
    tool_choice: 'required',
  };
}

function others(
  { tools: kind, n, stream, response_format: format }: Row,
  turn: (name: string) => number,
): Tools {
  if (kind === 'absent') return {};
  const json = format === 'json';
  const variant = turn(`tools ${kind}`);
  const list = [
    [weatherTool(variant)],
    // As many as a product has, with a free choice.
    [
      weatherTool(variant),
      DATE_TOOL,
      ...(kind === 'idle' ? [HOURS_TOOL, NEWS_TOOL, ...NAMED_OTHERWISE] : []),
    ],
    [weatherTool(variant), CLOCK_TOOL],
  ][variant % 3]!;
  if (kind === 'named') {
    // When asked for the weather, a model with a free choice would call the other function.
    if (variant % 2 === 0) {
      const { function: named, type } = CLOCK_CHOICE;
      // A type is optional in streams too.
      const choice = variant > 0 && stream === 'true' ? { function: named } : { type, function: named };
      return { tools: [weatherTool(variant), CLOCK_TOOL], tool_choice: choice };
    }
    // For several choices the last one is named, since the first one is what a service takes without a name.
    return { tools: n === 'two' ? list.toReversed() : list, tool_choice: weatherChoice(variant) };
  }
  const choices = [{ tool_choice: 'none' }, { tool_choice: 'auto' }, {}];
  // Whether each of several streamed choices has its text shows without calls; JSON is requested without a call.
  if (json || (n === 'two' && stream === 'true')) return { tools: list, ...choices[0] };
  // Other streams may not call: in this one the limit may cut a call.
  const choice = choices[stream === 'true' ? 1 + (variant % 2) : variant % 3];
  return { tools: list, ...choice };
}

/** The tools of a row. `turn` counts the uses of a class, so that its variants alternate. */
export const toolsOf = (row: Row, turn: (name: string) => number): Tools =>
  row.tools === 'required' ? required(row, turn) : others(row, turn);

/**
 * The stream whose words surely end at a stop string: a model that may call a function might do so instead. Another
 * stream may call.
 */
export function endsInWords(rows: readonly Row[]): Row | undefined {
  const free = rows.filter(
    (row) =>
      row.stream === 'true' &&
      row.n !== 'two' &&
      row.response_format !== 'json' &&
      (row.tools === 'absent' || row.tools === 'idle'),
  );
  const stopped = free.filter(({ stop }) => stop !== 'absent');
  const callers = free.filter(({ tools }) => tools === 'idle');
  return stopped.find(({ tools }) => tools === 'absent') ?? (callers.length > 1 ? stopped[0] : undefined);
}
