/** The columns may share a narrower page before it scrolls sideways. */
const SHRINK = 0.86;

/** How the columns of a table share its width, as a fixed table reads it: in percents, without calculation. */
export interface Shares {
  /** CSS pixels under which the table scrolls sideways. */
  least: number;
  /** The share of a column of so many pixels. */
  of: (width: number) => string;
  /** The share of the column of acts. */
  acts: string;
}

const percent = (part: number, whole: number) => `${((part * 100) / whole).toFixed(3)}%`;

/**
 * The widths of a table's columns as shares. On a narrow page the columns shrink; the column of acts does not, since its buttons
 * would be cut.
 * @param widths CSS pixels of all columns except that of acts
 * @param acts CSS pixels of that one; 0 where there is none
 * @param gives false: no column shrinks, as in 大字, where the contents would be cut
 */
export function sharesOf(widths: readonly number[], acts: number, gives = true): Shares {
  const others = widths.reduce((sum, width) => sum + width, 0);
  const least = Math.max(1, Math.round(others * (gives ? SHRINK : 1) + acts));
  const kept = others > 0 ? (least - acts) / others : 0;
  return { least, of: (width) => percent(width * kept, least), acts: percent(acts, least) };
}
