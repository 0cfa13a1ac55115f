/**
 * Whether a form with nothing changed has nothing to do. What only keeps what was typed (保存, 存草稿) has not; what hands in,
 * publishes or registers has: a draft that is ready is handed in as it stands, and what lacks of a new one is said at its fields.
 * @param act what its button is called
 */
export const restsUnchanged = (act: string): boolean => /^(保存|存|修改)/.test(act);
