import { boundViolated } from '../../src/contract/allowed-completion.ts';
import { refusal } from '../../src/judge/refusal.ts';
import { acceptedProbes } from '../../src/requests/accepted-control.ts';
import { plainControl, settled } from '../../src/requests/ask.ts';
import { type Constraint, requestConstraints } from '../../src/requests/constraints.ts';
import { badOf, badPost, kindOf, type Probe, probeId } from '../../src/requests/probes.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';
import { type Exchange, isSuccess } from '../../src/vocabulary/exchange.ts';
import { OUT_OF_BOUNDS, type Sweep } from '../../src/vocabulary/sweep.ts';

const EXPECTATIONS = {
  bound: 'Passes on 422. Fails on any other status',
  enumeration: 'Passes on 422. Warns on 400. Fails on any other status',
  nested: 'Passes on 422. Warns on another client error. Fails on acceptance and server errors',
} as const;

/** One check for each constraint of the request that `wanted` selects: it sends every violating value. */
export function refusalChecks(wanted: (constraint: Constraint) => boolean): Check[] {
  return requestConstraints()
    .filter((constraint) => constraint.path.length > 0 && wanted(constraint))
    .map(refusalCheck);
}

/** The check that violates one constraint, value by value, with an accepted control. */
function refusalCheck(constraint: Constraint): Check {
  const id = probeId(constraint);
  const kind = kindOf(constraint);
  const nested = constraint.path.length > 1;
  const clauses: [string, ...string[]] = [constraint.clause, '7.3'];
  if (!nested && constraint.clause === '2.1' && /imum$/.test(constraint.keyword)) clauses.push('8');
  return {
    id,
    harm: 'leniency',
    title: titleOf(constraint),
    clauses,
    level: 'must',
    ...(nested ? { profile: 'standard' as const } : {}),
    ...(isBound(constraint) && { sweeps: [acceptedOutOfBounds(constraint)] }),
    about: `Violates only ${constraint.keyword} at /${constraint.path.join('/')} of the request schema.${isBound(constraint) ? ' Reads all other requests with that one flaw, whoever sent them.' : ''} A control, the same request without the violation, was accepted. ${EXPECTATIONS[kind === 'bound' || kind === 'enumeration' ? kind : 'nested']}.`,
    async run(context) {
      const { probes } = await acceptedProbes(context, constraint);
      await context.verifyInTurn(
        probes.map((probe, i) => (ask) => refused(ask, `${id}/${i}`, probe, constraint)),
        ({ mayBeRefused, ...evidence }) => {
          const found = refusal(kind)(evidence);
          return mayBeRefused ? found.filter(({ breach }) => breach === 'bad-accepted') : found;
        },
      );
    },
  };
}

const isBound = ({ keyword, path }: Constraint): boolean =>
  /^(?:min|max)imum$/.test(keyword) && path.length === 1;

/** Judges every request of the run that violates only this bound: others send one because its rejection is free. */
const acceptedOutOfBounds = ({ path, keyword, schema }: Constraint): Sweep => ({
  of: OUT_OF_BOUNDS,
  judge(exchange) {
    const found = boundViolated(exchange);
    if (found?.keyword !== keyword || found.pointer !== `/${path[0]}`) return undefined;
    if (!isSuccess(exchange)) return [];
    const bound = keyword === 'maximum' ? `above ${schema.maximum}` : `below ${schema.minimum}`;
    return refusal('bound')({ exchange, what: `${path[0]} is ${bound}` });
  },
});

/** Sends a probe under its own name, so that a replay finds it in any order. */
export async function refused(ask: Requester, name: string, probe: Probe, constraint: Constraint) {
  const post = badPost(probe.what, probe.body, badOf(constraint));
  const spec = probe.text === undefined ? post : { ...post, body: probe.text };
  const exchange = await ask.shared(answerKey<Exchange>(name), (own) =>
    settled(own, spec, plainControl(probe.body)),
  );
  return { exchange, what: probe.what, mayBeRefused: probe.mayBeRefused === true };
}

function titleOf(constraint: Constraint): string {
  const { path, keyword, schema, types } = constraint;
  const rejected = kindOf(constraint) === 'bound' ? 'is rejected with 422' : 'is rejected';
  const name = path
    .map((part) => (part === '*' ? '[]' : part))
    .join('.')
    .replaceAll('.[]', '[]');
  switch (keyword) {
    case 'type':
      return `${name} of another type than ${types.join(' or ')} ${rejected}`;
    case 'enum':
      return `${name} other than ${schema.enum!.join(', ')} ${rejected}`;
    case 'const':
      return `${name} other than ${String(schema.const)} ${rejected}`;
    case 'minimum':
      return `${name} below ${schema.minimum} ${rejected}`;
    case 'maximum':
      return `${name} above ${schema.maximum} ${rejected}`;
    case 'required':
      return `A request without ${name} ${rejected}`;
    case 'additionalProperties':
      return 'A request with an unknown field is rejected';
  }
}
