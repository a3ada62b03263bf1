import { finding } from '../../src/judge/finding.ts';
import { completionSpec } from '../../src/requests/ask.ts';
import { plainRow, toolRow } from '../../src/requests/basics.ts';
import type { Json } from '../../src/requests/edit.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import { planned } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { openAnswer } from './observe.ts';

/** stop and tool_choice may be null under the first description. */
export const nullWhereListedCheck: Check = {
  id: 'request/null-where-listed',
  harm: 'clients',
  title: 'stop and tool_choice may be null',
  clauses: ['2.1'],
  level: 'should',
  profile: 'standard',
  restsOn: ['request/accepts-plain'],
  about:
    'Sends a request with tools in which stop and tool_choice are null. Sends each alone if it is rejected. Warns on a rejection: the second description does not allow null for tool_choice.',
  async run(context) {
    const { tools, messages } = toolRow(context.model).body;
    const send = (asking: Requester, members: Json) => {
      const nulls = Object.keys(members).filter((member) => members[member] === null);
      const body = { ...plainRow(context.model).body, messages, max_tokens: 1, ...members };
      const what = nulls.length > 0 ? `null for ${nulls.join(' and ')}` : 'tools without a tool_choice';
      const row = planned(`null-${nulls.join('-')}`, what, body);
      return openAnswer(asking, row.id, completionSpec(row));
    };
    const both = await send(context, { tools, tool_choice: null, stop: null });
    if (isSuccess(both)) return context.held(both);
    const alone = [{ stop: null }, { tools, tool_choice: null }];
    await context.verifyEach(
      alone.map((members) => async (asking) => {
        const exchange = await send(asking, members);
        if (!isSuccess(exchange) && members.tools && !isSuccess(await send(asking, { tools })))
          return new Inconclusive("the request's tools are rejected", [exchange], 'request/accepts-tools');
        return { exchange, name: Object.keys(members).at(-1)! };
      }),
      ({ exchange, name }) =>
        isSuccess(exchange)
          ? []
          : [
              finding(
                exchange,
                'null is accepted (the first description lists it)',
                `status ${exchange.response?.status} for ${name} = null`,
                'status',
              ),
            ],
    );
  },
};
