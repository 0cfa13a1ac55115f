/** A to-do counts as falling due so many days ahead. */
export const DUE_DAYS = 7;

/** Days for which a to-do without a term may be put off, and one whose term is over. */
export const LONGEST_LATER = 60;
export const OVERDUE_LATER = 7;
