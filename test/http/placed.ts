import { archiveOf } from './archiveSamples.ts';
import { ballotOf } from './ballotSamples.ts';
import { collegeOf } from './collegeSamples.ts';
import { colourOf } from './colourSamples.ts';
import { dataCentreOf } from './dataCentreSamples.ts';
import { sbdOf } from './dualSamples.ts';
import { educationOf } from './educationSamples.ts';
import { lifeOf } from './eventSamples.ts';
import { examOf } from './examSamples.ts';
import { flowOf } from './floatingSamples.ts';
import { integralOf } from './integralSamples.ts';
import { keyWorkOf } from './keyWorkSamples.ts';
import { certificateOf, schoolOf, trainingOf } from './learningSamples.ts';
import { officeOf } from './officeSamples.ts';
import { pointOf } from './pointSamples.ts';
import { meetingOf } from './recruitmentSamples.ts';
import { graduationOf } from './relationSamples.ts';
import { affairOf, floatingOf, groupOf, orgChangeOf, termOf, unitOf } from './samples.ts';
import { specialOf } from './specialSamples.ts';
import { trinityOf } from './trinitySamples.ts';
import { serviceOf } from './volunteerSamples.ts';

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const PLACED: Readonly<Record<string, (orgId: string) => string>> = {
  group: groupOf,
  colour: colourOf,
  integral: integralOf,
  unit: unitOf,
  floatingOrg: floatingOf,
  orgChange: orgChangeOf,
  training: trainingOf,
  certificate: certificateOf,
  schoolClass: schoolOf,
  collegeCourse: collegeOf,
  collegeTest: collegeOf,
  collegePromotion: collegeOf,
  ballot: ballotOf,
  circlePost: archiveOf,
  dataCentreRound: dataCentreOf,
  dataCentreFill: dataCentreOf,
  keyWorkPart: keyWorkOf,
  keyWorkReport: keyWorkOf,
  specialOpen: specialOf,
  specialPart: specialOf,
  specialMaterial: specialOf,
  specialCertificate: specialOf,
  trinityUnit: trinityOf,
  trinityScore: trinityOf,
  trinityCase: trinityOf,
  sbdReport: sbdOf,
  sbdPair: sbdOf,
  serviceActivity: serviceOf,
  serviceSignup: serviceOf,
  serviceGroup: serviceOf,
  serviceKeeper: serviceOf,
  servicePair: serviceOf,
  checkRow: serviceOf,
  term: termOf,
  relationGraduation: graduationOf,
  developmentPrinter: meetingOf,
  developmentMeeting: meetingOf,
  developmentHandover: meetingOf,
  archiveArticle: archiveOf,
  mobileOutflow: flowOf,
  mobileInflow: flowOf,
  variation: flowOf,
  questionLib: examOf,
  examPaper: examOf,
  exam: examOf,
  video: educationOf,
  videoUnit: educationOf,
  knowledgeFolder: educationOf,
  knowledgeDocument: educationOf,
  course: educationOf,
  tvSession: educationOf,
  officeTask: officeOf,
  officePart: officeOf,
  officeMeeting: officeOf,
  officeInvitee: officeOf,
  lifeMeeting: lifeOf,
  lifeExemption: lifeOf,
  lifeTalk: lifeOf,
  lifeContest: lifeOf,
  lifeLock: lifeOf,
  pointSet: pointOf,
  pointHand: pointOf,
  pointAppeal: pointOf,
  assessPlan: pointOf,
  assessMonth: pointOf,
  assessResult: pointOf,
  assessExemption: pointOf,
  openAffair: affairOf,
  openFeedback: affairOf,
};

/**
 * Kinds that workers alone see wherever they stand; what is published of them for whoever stands below, and what is somebody's own,
 * is asked in the tests of their modules.
 */
export const OF_WORKERS: ReadonlySet<string> = new Set([
  'archiveArticle',
  'specialOpen',
  'specialCertificate',
  'questionLib',
  'examPaper',
  'exam',
  'pointSet',
  'assessPlan',
]);

/** Drafts are of the organisation that makes them alone. */
export const OF_ITS_MAKER: ReadonlySet<string> = new Set(['pointSet', 'assessPlan']);
