import type { FactName, Finding } from './check.ts';
import type { Exchange } from './exchange.ts';

/**
 * Why something can't be decided. Judges return it, and so may whoever gathers evidence; what lies deeper may reject with it.
 * The message says why and, where it helps, what to give.
 */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
  readonly exchanges: readonly Exchange[];
  /** The broken fact that is the cause, when a check owns it: what it spoils is left out rather than accused again. */
  readonly blockedBy: FactName | undefined;
  /** Only this one answer can't be judged: the others of its kind decide, and where none could be judged nothing is. */
  readonly isSkipped: boolean;
  /** The answer is an error that comes to requests of its kind every time, whatever the load is: it need not be tried again. */
  readonly isSteady: boolean;
  /** It need not be asked again: these exchanges show that others of its kind came again. The breach stands. */
  readonly shownBy: readonly string[] | undefined;
  constructor(
    message: string,
    exchanges: readonly Exchange[] = [],
    blockedBy?: FactName,
    {
      isSkipped = false,
      isSteady = false,
      shownBy,
    }: Partial<Pick<Inconclusive, 'isSkipped' | 'isSteady' | 'shownBy'>> = {},
  ) {
    super(message);
    this.exchanges = exchanges;
    this.blockedBy = blockedBy;
    this.isSkipped = isSkipped;
    this.isSteady = isSteady;
    this.shownBy = shownBy;
  }
}

/** One answer among others that can't be judged. */
export const skipped = (message: string, exchanges: readonly Exchange[] = [], blockedBy?: FactName) =>
  new Inconclusive(message, exchanges, blockedBy, { isSkipped: true });

/** What a check looks at is absent. The message says what the user must give. */
export class NotApplicable extends Error {
  override name = 'NotApplicable';
}

/** Why there is no evidence, or nothing to say of it. */
export type Undecidable = Inconclusive | NotApplicable;

/** Whether a value says why there is no other. */
export const isUndecidable = (value: unknown): value is Undecidable =>
  value instanceof Inconclusive || value instanceof NotApplicable;

/** What was asked for, or why it can't be had, as a value. */
export async function attempt<T>(asked: Promise<T>): Promise<T | Undecidable> {
  try {
    return await asked;
  } catch (error) {
    if (isUndecidable(error)) return error;
    throw error;
  }
}

/** What was asked for; nothing where it can't be had, for a reason that another check tells. */
export async function orUndefined<T>(asked: Promise<T | Undecidable>): Promise<T | undefined> {
  const value = await attempt(asked);
  return isUndecidable(value) ? undefined : value;
}

/** The value, for whoever can do nothing without it. */
export function decided<T>(value: T | Undecidable): T {
  if (isUndecidable(value)) throw value;
  return value as T;
}

/**
 * Thrown while evidence is gathered: a request that the contract allows was not answered. That is the finding, whatever
 * was to be looked at; it is repeated like any other.
 */
export class ValidRequestRefused extends Error {
  override name = 'ValidRequestRefused';
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.actual);
    this.finding = finding;
  }
}
