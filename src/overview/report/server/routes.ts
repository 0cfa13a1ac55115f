import { confirmPassword } from '#kernel/session/server/confirm.ts';
import * as annualContract from '#overview/report/contract.annual.ts';
import { listCommon, reportAddress } from '#overview/report/contract.common.ts';
import * as ownContract from '#overview/report/contract.own.ts';
import { dropReportSetting, reportSetting, saveReportSetting } from '#overview/report/contract.setting.ts';
import * as subscriptionContract from '#overview/report/contract.subscription.ts';
import * as contract from '#overview/report/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { reportRights } from '../rules.rights.ts';
import * as annual from './annual.ts';
import { getReportAddress, listCommonReports } from './common.ts';
import { compareAnnual, comparePeople } from './compare.ts';
import { REPORT_EXPORT, runExport, startExport } from './export.ts';
import { keepEndedMonths } from './monthEnds.ts';
import * as own from './own.ts';
import { reportStates } from './queries/waits.ts';
import { sendDueReports } from './sending.ts';
import { getReport, listReport, printReport } from './service.ts';
import { getSetting, removeSetting, writeSetting } from './setting.ts';
import * as subscription from './subscription.ts';
import { reportTables } from './tables.ts';

/** The own password, before the transaction begins. */
const confirmed = (ctx: Ctx, { password }: { password: string }) => confirmPassword(ctx, password);

export const reportModule: ServerModule = {
  name: 'report',
  rights: reportRights,
  tables: reportTables,
  states: reportStates,
  routes: [
    bind(contract.getReport, getReport),
    bind(contract.listReport, listReport),
    bind(contract.exportReport, startExport),
    bind(contract.printReport, printReport),
    bind(listCommon, listCommonReports),
    bind(reportAddress, getReportAddress),
    bind(reportSetting, getSetting),
    bind(saveReportSetting, writeSetting),
    bind(dropReportSetting, removeSetting),
    bind(annualContract.listAnnual, annual.listAnnual),
    bind(annualContract.getAnnual, annual.getAnnual),
    bind(annualContract.annualChecks, annual.annualChecks),
    bind(annualContract.openAnnual, annual.openAnnual),
    bind(annualContract.withdrawAnnual, annual.withdrawAnnual),
    bind(annualContract.confirmAnnual, annual.confirmAnnual),
    bind(annualContract.returnAnnual, annual.returnAnnual),
    bind(annualContract.freezeAnnual, annual.freezeAnnual, confirmed),
    bind(annualContract.thawAnnual, annual.thawAnnual, confirmed),
    bind(annualContract.compareAnnual, compareAnnual),
    bind(annualContract.comparePeople, comparePeople),
    bind(subscriptionContract.listSubscriptions, subscription.listSubscriptions),
    bind(subscriptionContract.listReceivers, subscription.listReceivers),
    bind(subscriptionContract.saveSubscription, subscription.saveSubscription),
    bind(subscriptionContract.stopSubscription, subscription.stopSubscription),
    bind(subscriptionContract.sendToMe, subscription.sendToMe),
    bind(ownContract.listOwnReports, own.listOwnReports),
    bind(ownContract.getOwnReport, own.getOwnReport),
    bind(ownContract.previewOwnReport, own.previewOwnReport),
    bind(ownContract.saveOwnReport, own.saveOwnReport),
    bind(ownContract.removeOwnReport, own.removeOwnReport),
    bind(ownContract.restoreOwnReport, own.restoreOwnReport),
  ],
  recurring: [
    { name: 'keepMonthEnds', everySeconds: 600, run: ({ db }) => keepEndedMonths(db) },
    { name: 'sendReports', everySeconds: 300, run: ({ db }) => sendDueReports(db) },
  ],
  jobs: { [REPORT_EXPORT]: runExport, [annual.ANNUAL_FREEZE]: annual.runFreeze },
  demo: async (city) => (await import('./seed.ts')).demoRows(city),
  announce() {
    describeFields('reportSetting', { hidden: { label: '不提供的报表' } });
    describeFields('ownReport', { title: { label: '名称' } });
  },
};
