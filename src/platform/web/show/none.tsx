/** Stands where there is no value. */
export const none = <span className="muted">—</span>;
