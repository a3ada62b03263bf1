import { allowsCompletion, boundViolated } from '../contract/allowed-completion.ts';
import type { Check, Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { ServiceAddress, UsageNames } from '../vocabulary/settings.ts';
import { ANSWER_KINDS, type AnswerCounts, OUT_OF_BOUNDS, type Sweep } from '../vocabulary/sweep.ts';
import { attempt, isUndecidable } from '../vocabulary/undecidable.ts';
import { severityOf } from './findings.ts';
import { bodyOf, kindAskedFor, usageParameters } from './read-request.ts';
import { commonFeature, completionFeatures, usageFeatures } from './request-features.ts';

/** The data that the sweeps keep of a response: its request, and nothing of its body. */
interface Answer {
  id: string;
  kind: Sweep['of'];
  request: Pick<Exchange['request'], 'method' | 'url' | 'headers'>;
  /** For a completion, the features of its request. */
  features: readonly string[];
  part: number;
  status: number;
  isValidated: boolean;
  isBroken: boolean;
  left: string | undefined;
}

/** The results of one rule: the responses that it was applied to, and its findings. */
interface Applied {
  check: Check;
  sweep: Sweep;
  to: Answer[];
  sightings: Map<string, Sighting[]>;
}

interface Sighting {
  answer: Answer;
  finding: Finding;
}

/** The responses that show one violation of a check, in the order of their requests. */
export interface Breached {
  check: Check;
  of: Sweep['of'];
  finding: Finding;
  shownBy: readonly Pick<Answer, 'id' | 'part'>[];
}

/** Why a stream that a check canceled is not validated. */
const CANCELED = 'a check canceled the stream';

const CREDENTIALS: readonly string[] = ['main', 'other-organization'];

/**
 * Applies the rules of checks to every successful response of a run (spec 2.7, 6, 2.8, 2.9, 4.4), whoever requested
 * it. Responses to requests that the contract does not allow are left to the checks that sent them.
 */
export class Sweeps {
  readonly #rules: readonly Applied[];
  readonly #answers: Answer[] = [];
  readonly #doubted = new Set<string>();
  #pending: Promise<unknown>[] = [];
  /** Errors that the rules of a check threw, by its id. */
  readonly failures = new Map<string, unknown>();

  constructor(checks: readonly Check[]) {
    this.#rules = checks.flatMap((check) =>
      (check.sweeps ?? []).map((sweep) => ({ check, sweep, to: [], sightings: new Map() })),
    );
  }

  /** Adds a response; `part` is its run among those that are judged together. */
  note(exchange: Exchange, part: number, service: ServiceAddress): void {
    for (const id of exchange.doubted ?? []) this.#doubted.add(id);
    const { response, request } = exchange;
    if (!response || !CREDENTIALS.includes(exchange.credential)) return;
    const asked = kindAskedFor(request, service);
    if (!asked) return;
    const body = isCompletion(asked) ? bodyOf(request) : undefined;
    const isAllowed = !isCompletion(asked) || (body !== undefined && allowsCompletion(request, body));
    if (isAllowed ? response.status < 200 || response.status > 299 : boundViolated(exchange) === undefined)
      return;
    const kind = isAllowed ? asked : OUT_OF_BOUNDS;
    const { method, url, headers } = request;
    const answer: Answer = {
      id: exchange.id,
      kind,
      request: { method, url, headers },
      features: body ? completionFeatures(request, body) : [],
      part,
      status: response.status,
      isValidated: false,
      isBroken: false,
      left: exchange.failure && (exchange.failure.kind === 'canceled' ? CANCELED : 'the body is incomplete'),
    };
    this.#answers.push(answer);
    // The status of a forbidden request decides, whatever becomes of its body.
    if (exchange.failure && kind !== OUT_OF_BOUNDS) return;
    for (const rule of this.#rules.filter(({ sweep }) => sweep.of === kind))
      this.#pending.push(
        apply(rule, answer, exchange).catch((error: unknown) => this.failures.set(rule.check.id, error)),
      );
  }

  /** Resolves when every response so far was judged. */
  async settled(): Promise<void> {
    while (this.#pending.length > 0) await Promise.all(this.#pending.splice(0));
  }

  /** The violations of the checks, each with the responses that show it. `names`: those of the usage parameters. */
  breaches(names: UsageNames): Breached[] {
    const isIn = this.#includes(names);
    return this.#rules.flatMap((rule) => {
      const to = rule.to.filter(isIn);
      return [...rule.sightings.values()].flatMap((all) =>
        breached(
          rule,
          to,
          all.filter(({ answer }) => isIn(answer)),
          names,
        ),
      );
    });
  }

  /** For each response type, how many there were, validated and broken. */
  counts(names: UsageNames): AnswerCounts[] {
    const isIn = this.#includes(names);
    return ANSWER_KINDS.flatMap((kind) => {
      const all = this.#answers.filter(
        (answer) => answer.kind === kind && answer.status === 200 && isIn(answer),
      );
      if (all.length === 0) return [];
      const validated = all.filter((answer) => answer.isValidated).length;
      const reasons = Map.groupBy(
        all.filter((answer) => !answer.isValidated),
        ({ left }) => left ?? 'no selected check validates this endpoint',
      );
      const left = [...reasons].map(([reason, { length: count }]) => ({ reason, count }));
      const broken = all.filter((answer) => answer.isBroken).length;
      return [{ kind, answers: all.length, validated, broken, left }];
    });
  }

  /** Whether a response counts: the contract allows its request, and the response certainly belongs to it. */
  #includes(names: UsageNames): (answer: Answer) => boolean {
    return ({ id, kind, request }) =>
      !this.#doubted.has(id) && (isCompletion(kind) || usageParameters(kind, request, names) !== undefined);
  }
}

async function apply(
  { check, sweep, to, sightings }: Applied,
  answer: Answer,
  exchange: Exchange,
): Promise<void> {
  const findings = await attempt(Promise.resolve(exchange).then((one) => sweep.judge(one)));
  if (isUndecidable(findings)) {
    if (sweep.validates) answer.left = findings.message;
  } else if (findings) {
    to.push(answer);
    if (sweep.validates) answer.isValidated = true;
    for (const finding of findings) {
      if (severityOf(finding, check.level) === 'inconclusive') continue;
      if (severityOf(finding, check.level) === 'fail') answer.isBroken = true;
      const key = keyOf(finding);
      const all = sightings.get(key) ?? [];
      all.push({ answer, finding });
      sightings.set(key, all);
    }
  }
}

/** Findings with the same key are the same violation at the same place; list elements are treated alike. */
export function keyOf({ clause, expected, place }: Finding): string {
  return `${clause ?? ''} ${expected} ${place.replace(/\d+/g, '*')}`;
}

/** The kinds of responses that the completion endpoint gives. */
const isCompletion = (kind: Sweep['of']): kind is 'completion' | 'stream' | typeof OUT_OF_BOUNDS =>
  kind === 'completion' || kind === 'stream' || kind === OUT_OF_BOUNDS;

function breached(
  { check, sweep }: Applied,
  to: readonly Answer[],
  all: readonly Sighting[],
  names: UsageNames,
): Breached[] {
  const order = (id: string) => Number(id.slice(1));
  const shown = [...new Map(all.map((one) => [one.answer.id, one])).values()].sort(
    (a, b) => order(a.answer.id) - order(b.answer.id),
  );
  const [first] = shown;
  if (!first) return [];
  const broken = new Set(shown.map(({ answer }) => answer));
  const features = (answer: Answer) => featuresOf(answer, names);
  const common = commonFeature([...broken].map(features), to.filter((one) => !broken.has(one)).map(features));
  const seen = { broken: shown.length, of: to.length, ...(common && { common }) };
  return [
    {
      check,
      of: sweep.of,
      finding: {
        ...first.finding,
        exchanges: [first.answer.id, ...shown.map(({ answer }) => answer.id)],
        seen,
      },
      shownBy: shown.map(({ answer: { id, part } }) => ({ id, part })),
    },
  ];
}

function featuresOf({ kind, request, features }: Answer, names: UsageNames): readonly string[] {
  if (isCompletion(kind)) return features;
  return usageFeatures(usageParameters(kind, request, names) ?? new Map());
}
