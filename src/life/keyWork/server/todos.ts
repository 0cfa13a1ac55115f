/** The module's name on to-dos. */
export const MODULE = '重点工作';

/** First parts of subjects: what an organisation has to report, what is late below whoever set it. */
export const PART = 'keyWorkPart';
export const LATE = 'keyWorkLate';
/** A completion before whoever accepts it. */
export const decideSubject = (partId: string) => `keyWorkDecide:${partId}`;
export const partSubject = (partId: string) => `${PART}:${partId}`;

/** Where to-dos and notices lead. */
export const partPath = (id: string) => `/importWork/myKeyWorkView?id=${id}`;
export const finishPath = (id: string) => `/importWork/finishMyKeyWorkView?id=${id}`;
export const itemPath = (id: string) => `/importWork/keyWorkView?id=${id}`;
