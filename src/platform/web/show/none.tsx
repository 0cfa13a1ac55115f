/** Shown in place of an empty value. */
export const noValue = <span className="muted">—</span>;
