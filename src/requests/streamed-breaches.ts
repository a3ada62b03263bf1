import type { RefusalKind } from '../judge/refusal.ts';
import type { BadRequest } from '../vocabulary/exchange.ts';
import { badOf } from './bad.ts';
import { type Constraint, requestConstraints } from './constraints.ts';
import type { PlannedCompletion } from './planned.ts';
import { kindOf, type Probe, probeId, probesIn } from './probes.ts';
import { weatherChoice, weatherTool } from './prompts.ts';

/** A breach as text, streamed and not. */
export interface StreamedBreach {
  name: string;
  /** What is wrong, in words. */
  what: string;
  kind: RefusalKind;
  /** What it breaks; its constraint is the check that judges it without a stream. */
  bad: BadRequest;
  /** The optional member that is broken: a service may refuse it altogether where it streams. */
  member?: string;
  streamed: string;
  plain: string;
}

const REQUIRED = ['model', 'messages'];

/** Nested places that are broken: one of every member that has any, as what reads one of them may not be what reads another. */
const NESTED = [
  'messages/*/role enum',
  'tools/*/function/name type',
  'tool_choice/function/name required',
  'response_format/type enum',
  'stop/* type',
  'logit_bias/* type',
];

/** What is broken: every member by itself, by its bounds where it has any; and some of what is nested. */
function isTried({ path, keyword, schema }: Constraint): boolean {
  if (path.length > 1) return NESTED.includes(`${path.join('/')} ${keyword}`);
  const isBounded = schema.minimum !== undefined || schema.enum !== undefined;
  return path[0] !== 'stream' && (keyword !== 'type' || !isBounded);
}

/** What a member needs to be broken: others beside it, and itself where something in it is broken. */
function beside([top = '', ...nested]: readonly string[]): Record<string, unknown> {
  if (top === 'top_logprobs') return { logprobs: true };
  if (nested.length === 0) return {};
  const tools = { tools: [weatherTool(0)] };
  switch (top) {
    case 'tools':
      return tools;
    case 'tool_choice':
      return { ...tools, tool_choice: weatherChoice(0) };
    case 'response_format':
      return { response_format: { type: 'text' } };
    case 'stop':
      return { stop: ['###'] };
    case 'logit_bias':
      return { logit_bias: { '15339': -1 } };
    default:
      return {};
  }
}

/** Of the values that break a constraint the one that is the most likely to be taken for a right one: a text of it. */
function likeliest(probes: readonly Probe[], { keyword, path }: Constraint): Probe | undefined {
  const isText = ({ body }: Probe) => keyword === 'type' && typeof body[path[0]!] === 'string';
  return probes.find(isText) ?? probes[0];
}

/** Each constraint as it is broken in a row, and what is no JSON at all. */
export function streamedBreaches(row: PlannedCompletion): StreamedBreach[] {
  const broken = requestConstraints()
    .filter(isTried)
    .flatMap((constraint): StreamedBreach[] => {
      const [top = ''] = constraint.path;
      const body = { ...row.body, ...beside(constraint.path) };
      const probe = likeliest(probesIn(constraint, { ...row, body }), constraint);
      if (!probe) return [];
      const twin = probeId(constraint);
      const text = (stream: boolean) => JSON.stringify({ ...probe.body, stream });
      return [
        {
          name: twin.slice(twin.indexOf('/') + 1),
          what: probe.what,
          kind: kindOf(constraint),
          bad: badOf(constraint, 'streamed'),
          ...(constraint.keyword !== 'additionalProperties' && !REQUIRED.includes(top) && { member: top }),
          streamed: text(true),
          plain: text(false),
        },
      ];
    });
  const cut = (stream: boolean) => JSON.stringify({ ...row.body, max_tokens: 1, stream }).slice(0, -1);
  const malformed = {
    name: 'cut',
    what: 'the body is cut off',
    kind: 'unparsable',
    bad: { constraint: 'request/unparsable-cut', kind: 'malformed', among: 'streamed' },
    streamed: cut(true),
    plain: cut(false),
  } as const;
  return [...broken, malformed];
}
