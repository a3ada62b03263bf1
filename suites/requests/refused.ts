import { refusal } from '../../src/judge/refusal.ts';
import { acceptedProbes } from '../../src/requests/accepted-control.ts';
import { plainBeside, settled } from '../../src/requests/ask.ts';
import { badOf, badPost } from '../../src/requests/bad.ts';
import { type Constraint, requestConstraints } from '../../src/requests/constraints.ts';
import { kindOf, type Probe, probeId } from '../../src/requests/probes.ts';
import { answerKey } from '../../src/vocabulary/answer-key.ts';
import type { Check, Requester } from '../../src/vocabulary/check.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';

const EXPECTATIONS = {
  bound: '422 passes and everything else fails',
  enumeration: '422 passes, 400 warns and everything else fails',
  nested: '422 passes, another client error warns, acceptance and server errors fail',
} as const;

/** One check for each constraint of the request that `wanted` picks: it sends every value that breaks it. */
export function refusalChecks(wanted: (constraint: Constraint) => boolean): Check[] {
  return requestConstraints()
    .filter((constraint) => constraint.path.length > 0 && wanted(constraint))
    .map(refusalCheck);
}

/** The check that breaks one constraint, value by value, beside a control that was accepted. */
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
    about: `Breaks ${constraint.keyword} at /${constraint.path.join('/')} of the request schema and nothing else, in a request that is accepted without the change. ${
      EXPECTATIONS[kind === 'bound' || kind === 'enumeration' ? kind : 'nested']
    }.`,
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

/** Sends a probe in its own name, so that a replay finds it again whatever came before it. */
export async function refused(ask: Requester, name: string, probe: Probe, constraint: Constraint) {
  const post = badPost(probe.what, probe.body, badOf(constraint));
  const spec = probe.text === undefined ? post : { ...post, body: probe.text };
  const exchange = await ask.shared(answerKey<Exchange>(name), (own) =>
    settled(own, spec, plainBeside(probe.body)),
  );
  return { exchange, what: probe.what, mayBeRefused: probe.mayBeRefused === true };
}

function titleOf({ path, keyword, schema, types }: Constraint): string {
  const name = path
    .map((part) => (part === '*' ? '[]' : part))
    .join('.')
    .replaceAll('.[]', '[]');
  switch (keyword) {
    case 'type':
      return `Another type than ${types.join(' or ')} in ${name} is refused`;
    case 'enum':
      return `A value of ${name} beyond ${schema.enum!.join(', ')} is refused`;
    case 'const':
      return `A value of ${name} other than ${String(schema.const)} is refused`;
    case 'minimum':
      return `A value of ${name} below ${schema.minimum} is refused`;
    case 'maximum':
      return `A value of ${name} above ${schema.maximum} is refused`;
    case 'required':
      return `A request without ${name} is refused`;
    case 'additionalProperties':
      return 'A request with a field that the contract does not know is refused';
  }
}
