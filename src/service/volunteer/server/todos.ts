/** The module's name on to-dos. */
export const MODULE = '志愿服务';
/** Signings-up of an activity that wait for its organiser. */
export const signupSubject = (activityId: string) => `serviceAsked:${activityId}`;
/** Hours of an activity that wait for whoever audits them. */
export const hoursSubject = (activityId: string) => `serviceHours:${activityId}`;
/** An objection to an absence, by the place. */
export const objectionSubject = (signupId: string) => `serviceObjection:${signupId}`;
export const absencesPath = (activityId: string) => `/service/auditActivityMember?activityId=${activityId}&view=absent`;
/** A need that waits for its place, and a talk after few stars. */
export const needSubject = (id: string) => `serviceNeed:${id}`;
export const talkSubject = (id: string) => `serviceTalk:${id}`;
export const needPath = (id: string) => `/service/need?id=${id}`;
export const OWN_NEEDS_PATH = '/service/volunteerTest/need';
/** Where to-dos and notices lead. */
export const activityPath = (id: string) => `/service/volunteer/activity/view/${id}`;
export const signupsPath = (id: string) => `/service/auditActivityMember?activityId=${id}`;
export const hoursPath = (id: string) => `/service/auditMemberList?id=${id}`;
/** Where somebody sees the activities, and the own hours. */
export const ownPath = (id: string) => `/service/volunteerTest/activity?id=${id}`;
export const OWN_HOURS_PATH = '/service/volunteerTest/hours';
/** Where somebody answers emergency calls. */
export const OWN_CALLS_PATH = '/service/volunteerTest/call';
/** Where somebody keeps activities on the spot. */
export const KEPT_PATH = '/service/volunteerTest/keep';
/** Where a pair is looked at, and the to-do of whoever decides it. */
export const pairPath = (id: string) => `/service/volunteer/pair?id=${id}`;
export const pairSubject = (id: string) => `servicePair:${id}`;
/** Slips of a place and quarter (2026-3) that it has not signed, and one that its unit has not received. */
export const feedbackSubject = (orgId: string, period: string) => `serviceFeedback:${orgId}-${period}`;
export const receiptSubject = (id: string) => `serviceReceipt:${id}`;
export const GRADE_PATH = '/service/grade';
export const feedbackPath = (id: string) => `/service/feedback?id=${id}`;
