/** Shown in place of an empty value. */
export const none = <span className="muted">—</span>;
