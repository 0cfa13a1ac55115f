import { GRADES, pointsText } from '#assessment/orgAssessment/rules.ts';

/** A grade in words; the empty text where there is none yet. */
export const gradeName = (value: number | null): string => (value === null ? '' : GRADES[value as keyof typeof GRADES]);
/** Points in a table's cell; the empty text where nothing was drawn. */
export const pointsCell = (value: number | null): string => (value === null ? '' : pointsText(value));
