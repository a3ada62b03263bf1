/** A UUID (RFC 9562), in lower-case or capital letters. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id in one spelling: the letters of a UUID mean the same in either case (RFC 9562, 4). */
export const inOneCase = (id: string): string => (UUID.test(id) ? id.toLowerCase() : id);
