import { archiveOf } from './archiveSamples.ts';
import { ballotOf } from './ballotSamples.ts';
import { collegeOf } from './collegeSamples.ts';
import { colourOf } from './colourSamples.ts';
import { sbdOf } from './dualSamples.ts';
import { examOf } from './examSamples.ts';
import { integralOf } from './integralSamples.ts';
import { keyWorkOf } from './keyWorkSamples.ts';
import { certificateOf, schoolOf, trainingOf } from './learningSamples.ts';
import { meetingOf } from './recruitmentSamples.ts';
import { graduationOf } from './relationSamples.ts';
import { floatingOf, groupOf, orgChangeOf, termOf, unitOf } from './samples.ts';
import { specialOf } from './specialSamples.ts';

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
  specialPart: specialOf,
  specialMaterial: specialOf,
  sbdReport: sbdOf,
  sbdPair: sbdOf,
  term: termOf,
  relationGraduation: graduationOf,
  developmentPrinter: meetingOf,
};

/**
 * Kinds of the same sort that workers alone meet by the place of the row: drafts of articles, exams, and what is published for an
 * organisation or given to somebody, which whoever has no office reads by other rules (their own tests).
 */
export const BY_OFFICE: Readonly<Record<string, (orgId: string) => string>> = {
  archiveArticle: archiveOf,
  questionLib: examOf,
  examPaper: examOf,
  exam: examOf,
  specialOpen: specialOf,
  specialCertificate: specialOf,
};
