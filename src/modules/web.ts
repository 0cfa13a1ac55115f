import type { WebModule } from '#platform/web/module.ts';
import { activityPackagePages } from './activityPackage/web/index.tsx';
import { archivePages } from './archive/web/index.tsx';
import { assessmentPages } from './assessment/web/index.tsx';
import { ballotPages } from './ballot/web/index.tsx';
import { boxPages } from './box/web/index.tsx';
import { collegePages } from './college/web/index.tsx';
import { contentPages } from './content/web/index.tsx';
import { coursePages } from './course/web/index.tsx';
import { dataCentrePages } from './dataCentre/web/index.tsx';
import { dataManagePages } from './dataManage/web/index.tsx';
import { dictionaryPages } from './dictionary/web/index.tsx';
import { dualReportPages } from './dualReport/web/index.tsx';
import { duesPages } from './dues/web/index.tsx';
import { educationPages } from './education/web/index.tsx';
import { eventPages } from './event/web/index.tsx';
import { examPages } from './exam/web/index.tsx';
import { floatingPages } from './floating/web/index.tsx';
import { fourColourPages } from './fourColour/web/index.tsx';
import { helpPages } from './help/web/index.tsx';
import { homePages } from './home/web/index.tsx';
import { integralPages } from './integral/web/index.tsx';
import { jobPages } from './job/web/index.tsx';
import { keyWorkPages } from './keyWork/web/index.tsx';
import { learningPages } from './learning/web/index.tsx';
import { mapPages } from './map/web/index.tsx';
import { memberPages } from './member/web/index.tsx';
import { messagePages } from './message/web/index.tsx';
import { officePages } from './office/web/index.tsx';
import { openAffairsPages } from './openAffairs/web/index.tsx';
import { orgPages } from './org/web/index.tsx';
import { permissionPages } from './permission/web/index.tsx';
import { pointsPages } from './points/web/index.tsx';
import { recruitmentPages } from './recruitment/web/index.tsx';
import { relationPages } from './relation/web/index.tsx';
import { reportPages } from './report/web/index.tsx';
import { safeCenterPages } from './safeCenter/web/index.tsx';
import { screenPages } from './screen/web/index.tsx';
import { sessionPages } from './session/web/index.tsx';
import { shellPages } from './shell/web/index.tsx';
import { specialActivityPages } from './specialActivity/web/index.tsx';
import { systemPages } from './system/web/index.tsx';
import { trinityPages } from './trinity/web/index.tsx';
import { variationPages } from './variation/web/index.tsx';
import { verifyPages } from './verify/web/index.tsx';
import { volunteerPages } from './volunteer/web/index.tsx';
import { workflowPages } from './workflow/web/index.tsx';

/** The page's table of contents, lowest layer first. */
export const webModules: readonly WebModule[] = [
  dictionaryPages,
  sessionPages,
  safeCenterPages,
  permissionPages,
  systemPages,
  messagePages,
  jobPages,
  verifyPages,
  workflowPages,
  helpPages,
  shellPages,
  orgPages,
  openAffairsPages,
  mapPages,
  memberPages,
  learningPages,
  duesPages,
  officePages,
  recruitmentPages,
  pointsPages,
  assessmentPages,
  relationPages,
  contentPages,
  ballotPages,
  eventPages,
  integralPages,
  fourColourPages,
  archivePages,
  educationPages,
  coursePages,
  floatingPages,
  variationPages,
  dualReportPages,
  volunteerPages,
  examPages,
  collegePages,
  keyWorkPages,
  specialActivityPages,
  activityPackagePages,
  reportPages,
  screenPages,
  boxPages,
  dataManagePages,
  trinityPages,
  dataCentrePages,
  homePages,
];
