import type { Finding } from '../vocabulary/check.ts';
import { bodyText, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { saysTooFast } from '../vocabulary/limit-words.ts';
import { gatewayRefused } from './refusal.ts';
import { showsUsage } from './shown-usage.ts';

/** A request that lacks a valid key, and the same with the right key, sent afterwards. */
export interface Refusal {
  probe: Exchange;
  control: Exchange;
  /** What was let in, once more, on a connection of its own. */
  apart?: Exchange;
}

/** 5.4, 7.1 on the completion endpoint: the status is 401 exactly. */
export function refusedWith401(evidence: Refusal): readonly Finding[] {
  return judge(evidence, 'status 401 (Authentication Fails)', (status, probe) => {
    if (status === 401) return undefined;
    return { ...(gatewayRefused(probe) ? { as: 'inconclusive' } : {}) };
  });
}

/** 5.4, 4.5 on a usage endpoint: any 4xx, whose number the contract does not show. Whatever the status, no usage is shown. */
export function refusedByUsage(evidence: Refusal): readonly Finding[] {
  const { probe } = evidence;
  if (isRefused(probe) && showsUsage(probe)) {
    return [
      {
        expected: `${REFUSED}, without usage in its body`,
        actual: `status ${probe.response?.status} with usage in its body`,
        place: 'body',
        exchanges: [probe.id],
        breach: 'unlocked',
      },
    ];
  }
  return judge(evidence, REFUSED, (status, _, control) => {
    if (status < 400 || status >= 500) return {};
    // Another 4xx that the right key gets too, or that speaks of the pace, says nothing of keys.
    const isOfKeys = status === 401 || status === 403;
    return isOfKeys || (status !== control.response?.status && !saysTooFast(probe)) ? undefined : {};
  });
}

const REFUSED = 'a 4xx rejection (Authentication Fails)';

/**
 * What a usual client takes for Authentication Fails is 401 or 403: of all refusals by the usage endpoints one finding, whatever
 * their number. A judge of several refusals that were found to be refusals.
 */
export function refusedWithUsualStatus(refusals: readonly Refusal[]): readonly Finding[] {
  const odd = refusals.filter(({ probe }) => ![401, 403].includes(probe.response?.status ?? 0));
  const [first, ...others] = odd.map(({ probe }) => probe);
  if (!first) return [];
  const statuses = [...new Set(odd.map(({ probe }) => probe.response?.status))].join(', ');
  return [
    {
      expected: 'status 401 or 403 for a missing or invalid key',
      actual: `status ${statuses} for ${odd.length} of ${refusals.length} such requests`,
      place: 'status',
      exchanges: [first.id, ...others.map(({ id }) => id)],
      breach: 'other-refusal',
    },
  ];
}

/** 5.1: the right key in a form that is not `Bearer <API_KEY>` is refused, with any 4xx. */
export function refusedForItsForm(evidence: Refusal): readonly Finding[] {
  return judge(evidence, 'a 4xx rejection', (status) => (status >= 400 && status < 500 ? undefined : {}));
}

/**
 * 4.1, 6, 7.1: a streamed request without a valid key is refused by its status. Only a stream that tells of an error
 * is blamed here: one that brings a completion means that the key was not looked at.
 */
export function refusedBeforeTheStream({ probe }: Refusal): readonly Finding[] {
  if (!isErrorStream(probe)) return [];
  return [
    {
      expected: 'status 401 (Authentication Fails) and no event stream',
      actual: `status ${probe.response?.status} with an event stream that reports the error`,
      place: 'status',
      exchanges: [probe.id],
    },
  ];
}

/** Whether a 2xx answer is an event stream without any choice in it: an error in disguise. */
export function isErrorStream(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  const successful = status >= 200 && status < 300;
  return successful && mediaType(exchange) === 'text/event-stream' && !/"choices"/.test(bodyText(exchange));
}

function isRefused({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status >= 400 && status < 500;
}

/** Why it was let in, when it is not on a connection of its own. */
const onUsedConnection = ({ response }: Exchange) =>
  ` on a connection that the valid key used before; on a new connection status ${response?.status}`;

type Lowered = { as?: 'warn' | 'inconclusive' };

/** Frames a verdict on the probe's status by what the control says about the moment. */
function judge(
  { probe, control, apart }: Refusal,
  expected: string,
  breach: (status: number, probe: Exchange, control: Exchange) => Lowered | undefined,
): readonly Finding[] {
  const status = probe.response?.status ?? 0;
  const place = 'status';
  const exchanges: Finding['exchanges'] = [probe.id, control.id];
  const actual = `status ${status}${mediaType(probe) ? ` ${mediaType(probe)}` : ''}`;
  // Whatever the moment, an open door is an open door.
  if (status >= 200 && status < 300) {
    const told = apart && isRefused(apart) ? onUsedConnection(apart) : '';
    const shown: Finding['exchanges'] = apart && told ? [...exchanges, apart.id] : exchanges;
    return [{ expected, actual: `${actual}: accepted${told}`, place, exchanges: shown, breach: 'unlocked' }];
  }
  const known = control.response?.status ?? 0;
  if (known === 401 || known === 403 || known === 423) {
    return [
      {
        expected: `the valid key is accepted afterwards, so that the key explains ${expected}`,
        actual: `status ${known} for the valid key too: locked out?`,
        place,
        exchanges: [control.id, probe.id],
        as: 'inconclusive',
      },
    ];
  }
  const found = breach(status, probe, control);
  if (found === undefined) return [];
  // An endpoint that answers everyone alike is broken by itself, and another check says so.
  if (known >= 300 && known === status) found.as = 'inconclusive';
  // One that says that it came too fast says nothing of its key.
  else if (isRefused(probe) && saysTooFast(probe)) found.as = 'inconclusive';
  else if (status >= 300 && status < 400) found.as = 'warn';
  return [{ expected, actual, place, exchanges, ...found }];
}
