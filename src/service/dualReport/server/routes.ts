import { usesDictionary } from '#kernel/dictionary/server/uses.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import * as configCalls from '#service/dualReport/contract.config.ts';
import * as coverageCalls from '#service/dualReport/contract.coverage.ts';
import * as exemptCalls from '#service/dualReport/contract.exempt.ts';
import * as jobCalls from '#service/dualReport/contract.job.ts';
import * as pairCalls from '#service/dualReport/contract.pair.ts';
import * as contract from '#service/dualReport/contract.ts';
import { dualReportRights } from '../rules.rights.ts';
import { POSTS } from '../rules.ts';
import { announceHandover } from './handover.ts';
import { dualReportStates } from './queries/waits.ts';
import { dualReportRuleChecks } from './ruleChecks.ts';
import * as config from './service/config.ts';
import * as coverage from './service/coverage.ts';
import * as exempt from './service/exempt.ts';
import * as exporting from './service/export.ts';
import * as job from './service/job.ts';
import * as pair from './service/pair.ts';
import * as poster from './service/poster.ts';
import * as read from './service/read.ts';
import * as receipt from './service/receipt.ts';
import * as steps from './service/steps.ts';
import { dualReportTables } from './tables.ts';

export const dualReportModule: ServerModule = {
  name: 'dualReport',
  rights: dualReportRights,
  tables: dualReportTables,
  states: dualReportStates,
  subjects: { sbdReport: ownRows('sbd_report') },
  routes: [
    bind(contract.listReports, read.reports),
    bind(contract.listReceived, read.received),
    bind(contract.exportReports, exporting.reportFile.start),
    bind(contract.getReport, read.report),
    bind(contract.findReceivers, read.receivers),
    bind(contract.checkReport, steps.check),
    bind(contract.fileReport, steps.fileFor),
    bind(contract.fixReport, steps.fix),
    bind(contract.withdrawReport, steps.withdraw),
    bind(contract.decideReport, steps.decide),
    bind(contract.endReport, steps.end),
    bind(contract.printReport, receipt.print),
    bind(contract.reportPoster, poster.poster),
    bind(contract.ownReports, read.own),
    bind(contract.fileOwn, steps.fileOwn),
    bind(contract.fixOwn, steps.fixOwn),
    bind(contract.leaveOwn, steps.leaveOwn),
    bind(contract.printOwn, receipt.printOwn),
    bind(jobCalls.getJobs, job.jobs),
    bind(jobCalls.listJobHistory, job.history),
    bind(jobCalls.listSelfChosen, job.selfChosen),
    bind(jobCalls.addJob, job.add),
    bind(jobCalls.fixJob, job.fix),
    bind(jobCalls.leaveEmergency, job.leave),
    bind(jobCalls.setOffice, job.setOffice),
    bind(pairCalls.listPairs, pair.pairs),
    bind(pairCalls.listApplied, pair.applied),
    bind(pairCalls.exportPairs, exporting.pairFile.start),
    bind(pairCalls.getPair, pair.pair),
    bind(pairCalls.filePair, pair.filePair),
    bind(pairCalls.fixPair, pair.fixPair),
    bind(pairCalls.setPair, pair.setPair),
    bind(pairCalls.printPair, receipt.printPair),
    bind(coverageCalls.memberCoverage, coverage.members),
    bind(coverageCalls.orgCoverage, coverage.organisations),
    bind(coverageCalls.cameHere, coverage.here),
    bind(coverageCalls.lackingMembers, coverage.lackingMembers),
    bind(coverageCalls.lackingOrgs, coverage.lackingOrgs),
    bind(coverageCalls.exportCoverage, coverage.startCoverage),
    bind(exemptCalls.exemptMember, exempt.exempt),
    bind(exemptCalls.endExemption, exempt.end),
    bind(exemptCalls.urgeMembers, exempt.urge),
    bind(configCalls.listReceiving, config.receiving),
    bind(configCalls.getConfig, config.config),
    bind(configCalls.addConfig, config.setConfig),
  ],
  jobs: {
    [exporting.REPORT_EXPORT]: exporting.reportFile.run,
    [exporting.PAIR_EXPORT]: exporting.pairFile.run,
    [coverage.COVERAGE_EXPORT]: coverage.runCoverage,
  },
  ruleChecks: [dualReportRuleChecks],
  verify: {
    [receipt.RECEIPT]: { read: receipt.verifyReceipt },
    [receipt.PAIR_RECEIPT]: { read: receipt.verifyPair },
  },
  announce() {
    steps.announceSteps();
    pair.announcePairs();
    announceHandover();
    usesDictionary(POSTS, { table: 'sbd_report', column: 'posts', list: true, label: '党员报到的服务岗位' });
    usesDictionary(POSTS, { table: 'sbd_job', column: 'post', label: '社区安排的服务岗位' });
    usesDictionary(POSTS, { table: 'sbd_pair', column: 'posts', list: true, label: '组织报到的服务岗位' });
    describeFields('sbdReceiver', { receives: { label: '接收报到' }, rule: { label: '报到规则' } });
    describeFields('sbdPair', {
      grade: { label: '年度等次' },
      status: { label: '状态' },
      homeName: { label: '报到党组织' },
      orgName: { label: '社区党组织' },
      contact: { label: '联系人' },
      phone: { label: '联系电话' },
      posts: { label: '服务岗位' },
      offers: { label: '可提供的资源和服务' },
    });
    describeFields('sbdReport', {
      grade: { label: '年度等次' },
      status: { label: '状态' },
      orgName: { label: '社区党组织' },
      residence: { label: '居住地址' },
      quarter: { label: '小区' },
      posts: { label: '服务岗位' },
      skills: { label: '特长' },
      times: { label: '服务时间' },
      job: { label: '岗位安排' },
      office: { label: '工作单位和职务' },
    });
  },
};
