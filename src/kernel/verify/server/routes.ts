import { verifyPaper } from '#kernel/verify/contract.ts';
import { bind } from '#platform/server/http/bind.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { verifyPaperCode } from './service.ts';

export const verifyModule: ServerModule = {
  name: 'verify',
  routes: [bind(verifyPaper, verifyPaperCode)],
};
