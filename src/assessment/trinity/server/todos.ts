/** The module's name on to-dos. */
export const MODULE = '三位一体';

/** First parts of subjects: what a unit has to hand in, what is late below whoever evaluates. */
export const UNIT = 'trinityUnit';
export const LATE = 'trinityLate';
/** A material before whoever reviews it. */
export const decideSubject = (scoreId: string) => `trinityDecide:${scoreId}`;
/** A case before whoever evaluates. */
export const caseSubject = (caseId: string) => `trinityCase:${caseId}`;

/** Where to-dos and notices lead. */
export const unitPath = (unitId: string) => `/trinity/evaluationManage/Detail?id=${unitId}`;
export const scorePath = (id: string) => `/trinity/dataManageView?id=${id}`;
export const casePath = (id: string) => `/trinity/excellentCase?id=${id}`;
