/** Names an answer that is asked for once a round, whoever looks at it, and says of what type it is. */
export interface AnswerKey<T> {
  /** Its requests are made in this name, by which a replay finds them again. The first segment is the area. */
  readonly name: string;
  /** Of types alone: what the answer is. */
  readonly of?: T;
}

/** The key of a shared answer. Each key has one maker, which stands in the same file. */
export const answerKey = <T>(name: string): AnswerKey<T> => ({ name });
