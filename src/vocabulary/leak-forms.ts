/** Begins the name of a form of which a response had a part only: data of the service may share it. */
export const PART_OF = 'part of ';
