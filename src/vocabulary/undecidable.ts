import type { FactName, Finding } from './check.ts';
import type { Exchange } from './exchange.ts';

/**
 * Why something is inconclusive. Judges and gatherers return it; deeper functions may reject with it. The message
 * states the reason and, if it helps, the missing input.
 */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
  readonly exchanges: readonly Exchange[];
  /** The broken fact that is the cause, if a check owns it: its effects are not reported again. */
  readonly blockedBy: FactName | undefined;
  /**
   * Only this one response is inconclusive: the others of its kind decide, and if there are none nothing is
   * decided.
   */
  readonly isSkipped: boolean;
  /** The response is an error that requests of its kind always get, whatever the load: no retry is needed. */
  readonly isSteady: boolean;
  /** No repetition is needed: others of its kind were repeated. The violation counts. */
  readonly isShown: boolean;
  constructor(
    message: string,
    exchanges: readonly Exchange[] = [],
    blockedBy?: FactName,
    {
      isSkipped = false,
      isSteady = false,
      isShown = false,
    }: Partial<Pick<Inconclusive, 'isSkipped' | 'isSteady' | 'isShown'>> = {},
  ) {
    super(message);
    this.exchanges = exchanges;
    this.blockedBy = blockedBy;
    this.isSkipped = isSkipped;
    this.isSteady = isSteady;
    this.isShown = isShown;
  }
}

/** One inconclusive response among others. */
export const skipped = (message: string, exchanges: readonly Exchange[] = [], blockedBy?: FactName) =>
  new Inconclusive(message, exchanges, blockedBy, { isSkipped: true });

/** The subject of a check is absent. The message states the missing input. */
export class NotApplicable extends Error {
  override name = 'NotApplicable';
}

/** Why there is no evidence, or nothing to report. */
export type Undecidable = Inconclusive | NotApplicable;

/** Whether a value is a reason for a missing one. */
export const isUndecidable = (value: unknown): value is Undecidable =>
  value instanceof Inconclusive || value instanceof NotApplicable;

/** The result, or the reason why there is none, as a value. */
export async function attempt<T>(asked: Promise<T>): Promise<T | Undecidable> {
  try {
    return await asked;
  } catch (error) {
    if (isUndecidable(error)) return error;
    throw error;
  }
}

/** The result; undefined if there is none for a reason that another check reports. */
export async function orUndefined<T>(asked: Promise<T | Undecidable>): Promise<T | undefined> {
  const value = await attempt(asked);
  return isUndecidable(value) ? undefined : value;
}

/** The value, for callers that cannot continue without it. */
export function decided<T>(value: T | Undecidable): T {
  if (isUndecidable(value)) throw value;
  return value as T;
}

/**
 * The part of a list that could be gathered, for checks of all responses together. Items that another check covers,
 * or that the target does not support, are skipped. If nothing remains, the first reason applies to all.
 */
export async function gathered<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const all = await Promise.all(answers.map(attempt));
  const values = all.filter((answer): answer is Awaited<T> => !isUndecidable(answer));
  if (values.length === 0) throw all.find(isUndecidable) ?? new Inconclusive('no answer to read');
  return values;
}

/** The same if nothing has to remain: for supplementary evidence. */
export async function whatCame<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  return (await orUndefined(gathered(answers))) ?? [];
}

/**
 * Thrown while evidence is gathered: a request that the contract allows was not answered. This is the finding,
 * whatever was to be judged; it is repeated like any other.
 */
export class ValidRequestRefused extends Error {
  override name = 'ValidRequestRefused';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.actual);
    this.finding = finding;
  }
}
