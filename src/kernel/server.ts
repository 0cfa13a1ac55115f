import type { ServerModule } from '#platform/server/module.ts';
import { attendanceModule } from './attendance/server/routes.ts';
import { dictionaryModule } from './dictionary/server/routes.ts';
import { filesModule } from './files/server/routes.ts';
import { helpModule } from './help/server/routes.ts';
import { jobModule } from './job/server/routes.ts';
import { listsModule } from './lists/server/routes.ts';
import { messageModule } from './message/server/routes.ts';
import { permissionModule } from './permission/server/routes.ts';
import { safeCenterModule } from './safeCenter/server/routes.ts';
import { sessionModule } from './session/server/routes.ts';
import { shellModule } from './shell/server/routes.ts';
import { systemModule } from './system/server/routes.ts';
import { verifyModule } from './verify/server/routes.ts';
import { workflowModule } from './workflow/server/routes.ts';

/** The rooms of this ring as the server knows them, lowest first. */
export const kernelModules: readonly ServerModule[] = [
  dictionaryModule,
  sessionModule,
  safeCenterModule,
  permissionModule,
  systemModule,
  filesModule,
  messageModule,
  jobModule,
  workflowModule,
  verifyModule,
  listsModule,
  attendanceModule,
  helpModule,
  shellModule,
];
