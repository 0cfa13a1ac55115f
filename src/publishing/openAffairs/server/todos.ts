/** The module's name on to-dos and processes. */
export const MODULE = '三务公开';
/** Where a to-do about an affair leads. */
export const detailPath = (id: string) => `/affairs/organization/threeAffairsOpenDetail/${id}`;

/** What the superior has to decide. */
export const decideSubject = (id: string) => `openDecide:${id}`;
/** What came back and is to be fixed. */
export const fixSubject = (id: string) => `openMend:${id}`;
/** What was said and is to be answered. */
export const answerSubject = (id: string) => `openFeedback:${id}`;
