import { bind } from '#platform/server/http/bind.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { encryptedColumn } from '#platform/server/secrecy/encryptedColumns.ts';
import * as acts from '#procedures/floating/contract.acts.ts';
import { exportFloats } from '#procedures/floating/contract.export.ts';
import * as numberCalls from '#procedures/floating/contract.numbers.ts';
import * as pastCalls from '#procedures/floating/contract.past.ts';
import * as reportCalls from '#procedures/floating/contract.report.ts';
import * as contract from '#procedures/floating/contract.ts';
import { floatingRights } from '../rules.rights.ts';
import { remindContacts } from './clock.ts';
import { floatingStates } from './queries/waits.ts';
import { floatingRuleChecks } from './ruleChecks.ts';
import * as contact from './service/contact.ts';
import * as exporting from './service/export.ts';
import * as into from './service/in.ts';
import * as numbers from './service/numbers.ts';
import * as out from './service/out.ts';
import * as past from './service/past.ts';
import * as read from './service/read.ts';
import * as report from './service/report.ts';
import { floatingTables } from './tables.ts';
import { draftOutflowsAbroad } from './unregistered.ts';

export const floatingModule: ServerModule = {
  name: 'floating',
  rights: floatingRights,
  tables: floatingTables,
  states: floatingStates,
  routes: [
    bind(contract.listFloats, read.floats),
    bind(exportFloats, exporting.startList),
    bind(contract.getOutflow, read.outflow),
    bind(contract.getInflow, read.inflow),
    bind(acts.applyOutflow, out.apply),
    bind(acts.applyBatch, out.batch),
    bind(acts.findPlaces, out.places),
    bind(acts.ownFlow, out.own),
    bind(acts.applyOwn, out.applyOwn),
    bind(acts.withdrawOwn, out.withdraw),
    bind(acts.decideOutflow, out.decide),
    bind(acts.editOutflow, out.edit),
    bind(acts.endOut, out.back),
    bind(acts.registerInflow, into.register),
    bind(acts.decideInflow, into.decide),
    bind(acts.endInflow, into.leave),
    bind(pastCalls.addPastOutflow, past.addOut),
    bind(pastCalls.addPastInflow, past.addIn),
    bind(numberCalls.listBelow, numbers.below),
    bind(numberCalls.flowReport, numbers.report),
    bind(numberCalls.exportReport, numbers.startReport),
    bind(numberCalls.flowStatistics, numbers.statistics),
    bind(reportCalls.reportPlace, report.place),
    bind(reportCalls.reportIn, report.report, report.admit),
    bind(reportCalls.flowSetting, report.setting),
    bind(reportCalls.saveFlowSetting, report.saveSetting),
    bind(reportCalls.reportPoster, report.poster),
    bind(acts.addContact, contact.contact),
    bind(acts.markLost, contact.markLost),
    bind(acts.giveCertificate, contact.giveCertificate),
    bind(acts.endCertificate, contact.endCertificate),
  ],
  jobs: { [numbers.REPORT_EXPORT]: numbers.runReport, [exporting.LIST_EXPORT]: exporting.runList },
  ruleChecks: [floatingRuleChecks],
  recurring: [
    { name: 'floating.contacts', everySeconds: 3_600, run: remindContacts },
    { name: 'floating.unregistered', everySeconds: 3_600, run: draftOutflowsAbroad },
  ],
  encrypted: [
    encryptedColumn('mobile_inflow', 'id_card_enc', into.inflowCardPlace),
    encryptedColumn('mobile_inflow', 'phone_enc', into.inflowPhonePlace),
  ],
  announce() {
    describeFields('mobileOutflow', {
      status: { label: '状态' },
      region: { label: '流入地区' },
      reason: { label: '流动原因' },
      startedOn: { label: '外出日期' },
      plannedTo: { label: '预计返回日期' },
      toOrgName: { label: '流入地党组织' },
      contactId: { label: '联系人' },
      contact: { label: '联系' },
      lost: { label: '失联' },
      certificate: { label: '活动证' },
    });
    describeFields('mobileInflow', { status: { label: '状态' }, homeOrg: { label: '组织关系所在党组织' } });
  },
};
