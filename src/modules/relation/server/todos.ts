/** The module's name on to-dos. */
export const MODULE = '组织关系';
export const workPath = (id: string) => `/affairs/relation/businessHandle/${id}/todo`;
export const subjectOf = (id: string) => `relation:${id}`;
/** Of a graduate whom the school has kept for nearly two years. */
export const keptSubject = (memberId: string) => `relationKept:${memberId}`;
export const EXCHANGE_PATH = '/affairs/relation/exchange';
export const OUT_PATH = '/affairs/relation/transferOut';
/** Dictionary 0178: 系统, 提醒. */
export const NOTICE = '5';
export const REMINDER = '6';
