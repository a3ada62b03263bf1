/** Begins the name of a form of which a response had a part only: data of the service may share it. */
export const PART_OF = 'part of ';

/** Begins the name of a form of a key that is a UUID: an id in the data of the service may equal it. */
export const ID_LIKE = 'id-like ';

/** Begins the name of a form of a key that is a word: any text may have it. */
export const WORD_LIKE = 'word-like ';

/** The form of a secret whose return is not reported, such as the value of a header: only its text is hidden. */
export const NOT_A_KEY = 'another secret';

/** Whether a form may be data of the service that equals a secret, or a part of one. */
export const mayBeData = (form: string): boolean =>
  form === NOT_A_KEY || [PART_OF, ID_LIKE, WORD_LIKE].some((kind) => form.includes(kind));
