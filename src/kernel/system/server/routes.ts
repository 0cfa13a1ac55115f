import { confirmPassword } from '#kernel/session/server/confirm.ts';
import * as conditionCalls from '#kernel/system/contract.condition.ts';
import * as siteCalls from '#kernel/system/contract.site.ts';
import * as swiperCalls from '#kernel/system/contract.swiper.ts';
import * as contract from '#kernel/system/contract.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { bind } from '#platform/server/http/bind.ts';
import { logCountedDenials } from '#platform/server/http/denials.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { systemRights } from '../rules.rights.ts';
import { sealLogs } from './sealing.ts';
import { BACKUP_JOB, backUpWhenDue, runBackup, startBackup } from './service/backup.ts';
import { getCondition, noteCondition } from './service/condition.ts';
import { EXPORT_JOB, encryptedFilters, exportFiltered, exportTouched, runExport } from './service/export.ts';
import { pageOfLogins, pageOfLogs } from './service/logs.ts';
import * as recycle from './service/recycle.ts';
import * as site from './service/site.ts';
import * as swiper from './service/swiper.ts';
import { traceExport } from './service/trace.ts';
import { getSealStatus, runVerify, startVerify, VERIFY_JOB } from './service/verify.ts';
import { systemTables } from './tables.ts';

export const systemModule: ServerModule = {
  name: 'system',
  rights: systemRights,
  tables: systemTables,
  routes: [
    bind(contract.listLogs, pageOfLogs),
    bind(contract.listLogins, pageOfLogins),
    bind(contract.exportLogs, exportFiltered),
    bind(contract.exportIncident, exportTouched),
    bind(contract.sealStatus, getSealStatus),
    bind(contract.verifyLogs, startVerify),
    bind(contract.traceExport, (ctx) => traceExport(ctx)),
    bind(contract.recycleKinds, recycle.kinds),
    bind(contract.listRecycled, recycle.list),
    bind(contract.restoreRecycled, recycle.restore, recycle.confirmRestore),
    bind(contract.restoreManyRecycled, recycle.restoreMany, (ctx, input) => confirmPassword(ctx, input.password)),
    bind(contract.eraseRecycled, recycle.erase, (ctx, input) => confirmPassword(ctx, input.password)),
    bind(siteCalls.listSites, site.sites),
    bind(siteCalls.getSite, site.site),
    bind(siteCalls.saveSite, site.save, site.confirmSave),
    bind(siteCalls.removeSite, site.remove),
    bind(siteCalls.testSms, site.sendTestSms),
    bind(siteCalls.probeSite, site.probe),
    bind(conditionCalls.getCondition, getCondition),
    bind(conditionCalls.startBackup, (ctx) => startBackup(ctx)),
    bind(swiperCalls.listSwipers, swiper.listPictures),
    bind(swiperCalls.shownSwipers, swiper.shownPictures),
    bind(swiperCalls.swiperPicture, (ctx, { id }) => swiper.pictureFile(ctx, id)),
    bind(swiperCalls.createSwiper, swiper.addPicture),
    bind(swiperCalls.updateSwiper, swiper.editPicture),
    bind(swiperCalls.moveSwiper, swiper.movePicture),
    bind(swiperCalls.removeSwiper, (ctx, { id }) => swiper.dropPicture(ctx, id)),
  ],
  encrypted: [encryptedFilters],
  jobs: { [EXPORT_JOB]: runExport, [VERIFY_JOB]: runVerify, [BACKUP_JOB]: runBackup },
  jobsAtOnce: { [BACKUP_JOB]: 1 },
  recurring: [
    { name: 'system.seal', everySeconds: 60, run: async (services) => void (await sealLogs(services)) },
    { name: 'system.denials', everySeconds: 60, run: logCountedDenials },
    { name: 'system.backup', everySeconds: 300, run: backUpWhenDue },
    { name: 'system.condition', everySeconds: 600, run: noteCondition },
  ],
  announce() {
    registerRecycleKind(swiper.recycledSwipers);
    site.announceSite();
    swiper.announceSwiper();
  },
};
