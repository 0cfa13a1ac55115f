/** The module's name on to-dos. */
export const MODULE = '组织关系';
export const workPath = (id: string) => `/affairs/relation/businessHandle/${id}/todo`;
export const subjectOf = (id: string) => `relation:${id}`;
/** Dictionary 0178: 系统, 提醒. */
export const NOTICE = '5';
export const REMINDER = '6';
