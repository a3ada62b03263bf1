import type { Behaviour } from '../behaviour.ts';
import { isoDay, parseDay } from '../calendar.ts';
import type { ServiceRequest } from '../message.ts';
import { Refused, type Violation } from '../refusal.ts';
import type { ParsedParameter, UsageParameter } from '../usage-record.ts';

/** The parameters of a usage request, understood: days for start and end, numbers for limit and offset. */
export type Parameters = Partial<Record<UsageParameter, string | number>>;

/** Reads the query of a usage request. Throws `Refused` when a value can't be understood. */
export function readParameters(behaviour: Behaviour, request: ServiceRequest): Parameters {
  const names = behaviour.usageNames(request.endpoint!);
  const meanings = new Map(
    Object.entries(names).map(([parameter, name]) => [name, parameter as UsageParameter]),
  );
  const read: Parameters = {};
  const violations: Violation[] = [];
  for (const name of new Set(request.query.keys())) {
    const parameter = meanings.get(name);
    if (parameter === undefined) {
      if (behaviour.unknownParameters === 'refuse')
        violations.push(problem(name, 'is not a parameter of this endpoint'));
      continue;
    }
    const text = request.query.get(name)!;
    const parsed = behaviour.parseParameter(parse(behaviour, parameter, text), parameter, text, request);
    if ('problem' in parsed) violations.push(problem(name, parsed.problem));
    else read[parameter] = parsed.value;
  }
  const [first] = violations;
  if (first) throw new Refused({ reason: 'usage-invalid', message: first.message, violations });
  return read;
}

function problem(name: string, what: string): Violation {
  return { pointer: name, keyword: 'parameter', message: `${name.slice(0, 64)} ${what}.` };
}

function parse(behaviour: Behaviour, parameter: UsageParameter, text: string): ParsedParameter {
  switch (parameter) {
    case 'start':
    case 'end':
      return parseDate(text, behaviour.dayOffsetMinutes);
    case 'limit': {
      const size = wholeNumber(text);
      if (size === undefined || size < 1) return { problem: 'must be a whole number of at least 1' };
      const { largest, beyond } = behaviour.pages;
      if (size <= largest) return { value: size };
      return beyond === 'cap' ? { value: largest } : { problem: `must be at most ${largest}` };
    }
    case 'offset': {
      const offset = wholeNumber(text);
      return offset === undefined ? { problem: 'must be a whole number of at least 0' } : { value: offset };
    }
    case 'source':
      return text === 'api' || text === 'app' ? { value: text } : { problem: 'must be api or app' };
    default:
      return { value: text };
  }
}

function parseDate(text: string, offsetMinutes: number): ParsedParameter {
  const day = parseDay(text, offsetMinutes);
  if (day !== undefined) return { value: day };
  return { problem: `must be an ISO 8601 date such as ${isoDay(20_000)}, or a date-time` };
}

function wholeNumber(text: string): number | undefined {
  if (!/^\d{1,15}$/.test(text)) return undefined;
  return Number(text);
}
