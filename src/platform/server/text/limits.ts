/** Characters of a document that are kept to be searched. */
export const MOST_WORDS = 200_000;
/** Bytes of a file that are read for its text. */
export const MOST_BYTES = 50 * 1024 * 1024;
