/** The module's name on to-dos. */
export const MODULE = '组织关系';
export const workPath = (id: string) => `/affairs/relation/businessHandle/${id}/todo`;
export const subjectOf = (id: string) => `relation:${id}`;
/** The letter has expired; the receipt is not there a month after the letter went, or has not been sent back. */
export const expiredSubject = (id: string) => `relationExpired:${id}`;
export const receiptSubject = (id: string) => `relationReceipt:${id}`;
/** Everything that is asked about one transfer. */
export const subjectsOf = (id: string): string[] => [subjectOf(id), expiredSubject(id), receiptSubject(id)];
/** Of a graduate whom the school has kept for nearly two years. */
export const keptSubject = (memberId: string) => `relationKept:${memberId}`;
export const EXCHANGE_PATH = '/affairs/relation/exchange';
export const OUT_PATH = '/affairs/relation/transferOut';
/** Dictionary 0178: 系统, 提醒. */
export const NOTICE = '5';
export const REMINDER = '6';
