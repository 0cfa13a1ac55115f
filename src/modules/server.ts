import type { ServerModule } from '#platform/server/module.ts';
import { activityPackageModule } from './activityPackage/server/routes.ts';
import { archiveModule } from './archive/server/routes.ts';
import { assessmentModule } from './assessment/server/routes.ts';
import { ballotModule } from './ballot/server/routes.ts';
import { boxModule } from './box/server/routes.ts';
import { collegeModule } from './college/server/routes.ts';
import { contentModule } from './content/server/routes.ts';
import { courseModule } from './course/server/routes.ts';
import { dataCentreModule } from './dataCentre/server/routes.ts';
import { dataManageModule } from './dataManage/server/routes.ts';
import { dictionaryModule } from './dictionary/server/routes.ts';
import { dualReportModule } from './dualReport/server/routes.ts';
import { duesModule } from './dues/server/routes.ts';
import { educationModule } from './education/server/routes.ts';
import { eventModule } from './event/server/routes.ts';
import { examModule } from './exam/server/routes.ts';
import { filesModule } from './files/server/routes.ts';
import { floatingModule } from './floating/server/routes.ts';
import { fourColourModule } from './fourColour/server/routes.ts';
import { helpModule } from './help/server/routes.ts';
import { homeModule } from './home/server/routes.ts';
import { integralModule } from './integral/server/routes.ts';
import { jobModule } from './job/server/routes.ts';
import { keyWorkModule } from './keyWork/server/routes.ts';
import { learningModule } from './learning/server/routes.ts';
import { listsModule } from './lists/server/routes.ts';
import { mapModule } from './map/server/routes.ts';
import { memberModule } from './member/server/routes.ts';
import { messageModule } from './message/server/routes.ts';
import { officeModule } from './office/server/routes.ts';
import { openAffairsModule } from './openAffairs/server/routes.ts';
import { orgModule } from './org/server/routes.ts';
import { permissionModule } from './permission/server/routes.ts';
import { pointsModule } from './points/server/routes.ts';
import { recruitmentModule } from './recruitment/server/routes.ts';
import { relationModule } from './relation/server/routes.ts';
import { reportModule } from './report/server/routes.ts';
import { safeCenterModule } from './safeCenter/server/routes.ts';
import { screenModule } from './screen/server/routes.ts';
import { searchModule } from './search/server/routes.ts';
import { sessionModule } from './session/server/routes.ts';
import { shellModule } from './shell/server/routes.ts';
import { specialActivityModule } from './specialActivity/server/routes.ts';
import { systemModule } from './system/server/routes.ts';
import { trinityModule } from './trinity/server/routes.ts';
import { variationModule } from './variation/server/routes.ts';
import { verifyModule } from './verify/server/routes.ts';
import { volunteerModule } from './volunteer/server/routes.ts';
import { workflowModule } from './workflow/server/routes.ts';

/** The server's table of contents, lowest layer first. */
export const serverModules: readonly ServerModule[] = [
  sessionModule,
  safeCenterModule,
  permissionModule,
  dictionaryModule,
  systemModule,
  filesModule,
  messageModule,
  jobModule,
  workflowModule,
  verifyModule,
  listsModule,
  helpModule,
  shellModule,
  orgModule,
  openAffairsModule,
  mapModule,
  memberModule,
  learningModule,
  recruitmentModule,
  pointsModule,
  assessmentModule,
  duesModule,
  officeModule,
  contentModule,
  ballotModule,
  floatingModule,
  relationModule,
  variationModule,
  dualReportModule,
  volunteerModule,
  eventModule,
  integralModule,
  fourColourModule,
  archiveModule,
  educationModule,
  courseModule,
  examModule,
  collegeModule,
  keyWorkModule,
  specialActivityModule,
  activityPackageModule,
  reportModule,
  screenModule,
  boxModule,
  dataManageModule,
  trinityModule,
  dataCentreModule,
  searchModule,
  homeModule,
];
