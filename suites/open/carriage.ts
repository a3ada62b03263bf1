import { flawedAnswer } from '../../src/auth/endpoints.ts';
import { jsonPost, plainRow } from '../../src/requests/ask.ts';
import type { Check } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { LARGE_BODY, largeFlawed } from '../requests/large-body.ts';
import { observeAnswer } from './observe.ts';

/** Free: the body has a value out of bounds, so that 422 means that it was read. */
export const contentType: Check = {
  id: 'request/open-content-type',
  title: 'Response to JSON with another Content-Type',
  clauses: ['4.1'],
  level: 'open',
  about:
    'Sends a temperature out of bounds as text/plain, as a form, and without a Content-Type. Records the status: 422 means that the body was read as JSON.',
  async run(context) {
    const body = { ...plainRow(context.model).body, max_tokens: 1, temperature: 5 };
    const spec = jsonPost('a JSON body declared as text', body);
    await observeAnswer(
      context,
      'content-type-text',
      { ...spec, headers: [['content-type', 'text/plain']] },
      'text/plain',
    );
    const form = [['content-type', 'application/x-www-form-urlencoded']] as const;
    await observeAnswer(
      context,
      'content-type-form',
      { ...spec, label: 'a JSON body declared as a form', headers: form },
      'a form',
    );
    await observeAnswer(
      context,
      'content-type-none',
      { ...spec, label: 'a JSON body of no declared type', headers: [] },
      'no content type',
    );
  },
};

export const largeBody: Check = {
  id: 'request/open-large-body',
  title: 'Response to a body of 200 kB',
  clauses: ['8'],
  level: 'open',
  profile: 'standard',
  restsOn: ['request/accepts-plain'],
  about:
    'Sends a temperature out of bounds, which costs nothing, in a body of 200 kB, if the same was rejected in a small body. Records the status: 422 means that the body was read.',
  async run(context) {
    const small = await flawedAnswer(context, context.model);
    if (isSuccess(small)) {
      return new Inconclusive(
        'the same invalid request is accepted in a small body',
        [small],
        'request/temperature-above-maximum',
      );
    }
    return observeAnswer(context, LARGE_BODY, largeFlawed(context.model), 'a body of 200 kB');
  },
};
