/** Names a response that is requested once per round and shared, and its type. */
export interface AnswerKey<T> {
  /** The owner of its requests, by which a replay finds them. The first segment is the area. */
  readonly name: string;
  /** For types only: the response. */
  readonly of?: T;
}

/** The key of a shared response. Each key has one maker, in the same file. */
export const answerKey = <T>(name: string): AnswerKey<T> => ({ name });
