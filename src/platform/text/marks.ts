/**
 * The two signs that nobody sees and that sheets exported before 0.7 carry their number in. They are no part of any text: they are
 * taken out of what is typed or imported, so that a name copied from a sheet is still that name.
 */
export const UNSEEN = ['\u200b', '\u200c'] as const;

const SIGNS = /[\u200b\u200c]+/g;

/** A text without these signs. */
export const withoutMarks = (text: string) => text.replace(SIGNS, '');
