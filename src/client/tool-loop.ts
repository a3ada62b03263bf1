import type { Witness } from '../judge/client.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { majors } from './majors.ts';
import { outcome } from './outcome.ts';
import { liveWire, replayWire, type Wire } from './wire.ts';

/** Enough for a short call, and for the few sentences in which models present its result. */
const TOKENS = 48;
const TURNS = 2;

/**
 * How often the function was called in a tool loop of two turns: live in the newest major version, and with its
 * recorded responses in the older one.
 */
export async function toolLoops(ask: Requester, model: string): Promise<Witness<number>[]> {
  const [older, newest] = await majors();
  const billable = { tokens: TOKENS, choices: 1 };
  const live = await loop(newest!, liveWire(ask, 'the tool loop of the official client', billable), model);
  const [first, ...others] = live.exchanges as [Exchange, ...Exchange[]];
  const again = await loop(older!, replayWire(first, ...others), model);
  return [live, again];
}

function loop(major: Parameters<typeof outcome>[0], wire: Wire, model: string): Promise<Witness<number>> {
  return outcome(major, wire, async (client) => {
    let calls = 0;
    const runner = client.chat.completions.runTools(
      params(model, () => calls++),
      {
        maxChatCompletions: TURNS,
      },
    );
    await runner.done();
    return calls;
  });
}

function params(model: string, onCall: () => void) {
  return {
    model,
    messages: [{ role: 'user' as const, content: 'What is the weather in Paris?' }],
    max_tokens: TOKENS,
    tool_choice: 'required' as const,
    tools: [
      {
        type: 'function' as const,
        function: {
          name: 'get_weather',
          description: 'The weather in a city.',
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' } },
            required: ['city'],
          },
          function: () => {
            onCall();
            return '{"celsius":19}';
          },
        },
      },
    ],
  };
}
