import type { Hostile } from '../hostile.ts';
import { answer, completion, isPlain, JSON_TYPE } from '../wire.ts';
import { NASTY } from './nasty.ts';

/** Names of members are shown too. */
export const nastyCompletions: Hostile = {
  id: 'nasty-completions',
  title: 'fills completions with text that acts where it is shown',
  expects: {
    exit: 1,
    only: ['2.7'],
    verdicts: {
      'completion/fits-schema': 'pass',
      'completion/choices-as-asked': 'fail',
      'completion/object-name': 'warn',
      'completion/ids-differ': 'warn',
      'logprobs/given': 'warn',
    },
  },
  act: (scene) => (call) => {
    if (!isPlain(call)) return call.pass();
    const members = JSON.stringify({ [NASTY]: NASTY, object: NASTY, system_fingerprint: NASTY });
    answer(call.socket, '200 OK', [JSON_TYPE], completion(scene.model, NASTY, members.slice(1, -1)));
  },
};
