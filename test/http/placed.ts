import { archiveOf } from './archiveSamples.ts';
import { ballotOf } from './ballotSamples.ts';
import { collegeOf } from './collegeSamples.ts';
import { colourOf } from './colourSamples.ts';
import { sbdOf } from './dualSamples.ts';
import { integralOf } from './integralSamples.ts';
import { keyWorkOf } from './keyWorkSamples.ts';
import { certificateOf, schoolOf, trainingOf } from './learningSamples.ts';
import { meetingOf } from './recruitmentSamples.ts';
import { graduationOf } from './relationSamples.ts';
import { floatingOf, groupOf, orgChangeOf, termOf, unitOf } from './samples.ts';
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
  keyWorkPart: keyWorkOf,
  keyWorkReport: keyWorkOf,
  sbdReport: sbdOf,
  sbdPair: sbdOf,
  serviceActivity: serviceOf,
  serviceSignup: serviceOf,
  term: termOf,
  relationGraduation: graduationOf,
  developmentPrinter: meetingOf,
};
