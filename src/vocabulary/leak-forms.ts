/** Begins the name of a form of which a response had a part only: data of the service may share it. */
export const PART_OF = 'part of ';

/** The form of a secret whose return is not reported, such as the value of a header: only its text is hidden. */
export const NOT_A_KEY = 'another secret';
