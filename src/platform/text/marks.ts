/**
 * The two invisible characters in which sheets exported before 0.7 carry their number. They are removed from everything typed or
 * imported, so that a name copied from a sheet equals the name.
 */
export const UNSEEN = ['\u200b', '\u200c'] as const;

const SIGNS = /[\u200b\u200c]+/g;

/** A text without these signs. */
export const removeMarkSigns = (text: string) => text.replace(SIGNS, '');
