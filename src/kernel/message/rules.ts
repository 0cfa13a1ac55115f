/** A to-do counts as falling due so many days ahead. */
export const DUE_DAYS = 7;
