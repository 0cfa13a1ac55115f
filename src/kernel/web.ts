import type { WebModule } from '#platform/web/module.ts';
import { dictionaryPages } from './dictionary/web/index.tsx';
import { helpPages } from './help/web/index.tsx';
import { jobPages } from './job/web/index.tsx';
import { messagePages } from './message/web/index.tsx';
import { permissionPages } from './permission/web/index.tsx';
import { safeCenterPages } from './safeCenter/web/index.tsx';
import { sessionPages } from './session/web/index.tsx';
import { shellPages } from './shell/web/index.tsx';
import { systemPages } from './system/web/index.tsx';
import { verifyPages } from './verify/web/index.tsx';
import { workflowPages } from './workflow/web/index.tsx';

/** The rooms of this ring that have pages, lowest first. */
export const kernelPages: readonly WebModule[] = [
  dictionaryPages,
  sessionPages,
  safeCenterPages,
  permissionPages,
  systemPages,
  messagePages,
  jobPages,
  workflowPages,
  verifyPages,
  helpPages,
  shellPages,
];
