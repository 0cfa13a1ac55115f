/** The module's name on to-dos. */
export const MODULE = '专项活动';

/** First parts of subjects: what an organisation has to hand in, what is late below whoever started it. */
export const PART = 'specialPart';
export const LATE = 'specialLate';
export const partSubject = (partId: string) => `${PART}:${partId}`;
/** A material before whoever decides it. */
export const decideSubject = (materialId: string) => `specialDecide:${materialId}`;

/** Where to-dos and notices lead. */
export const openPath = (activityId: string) => `/specialActivity/attachmentView?id=${activityId}`;
export const materialPath = (id: string) => `/specialActivity/attachmentFilesView?id=${id}`;
export const CERTIFICATES = '/specialActivity/myCertificate';
