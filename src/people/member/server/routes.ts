import { usesDictionary } from '#kernel/dictionary/server/uses.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import { FIELD_LABELS } from '#people/member/rules/fields.ts';
import { announceBelonging } from '#people/org/server/belongings.ts';
import { announceResidents } from '#people/org/server/residents.ts';
import { recordLabels } from '#platform/records/records.ts';
import { registerRecycleKind } from '#platform/server/bin/recycle.ts';
import { fillPinyin } from '#platform/server/database/fillPinyin.ts';
import { canReadFile } from '#platform/server/files/fileRights.ts';
import { bind } from '#platform/server/http/bind.ts';
import { ownRows } from '#platform/server/http/oneself.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { announceRecords } from '#platform/server/records/kinds.ts';
import { foldSums } from '#platform/server/sums/keptSums.ts';
import * as birthdayContract from '../contract.birthday.ts';
import * as bulkContract from '../contract.bulk.ts';
import * as historyContract from '../contract.history.ts';
import * as idCardContract from '../contract.idCard.ts';
import * as importContract from '../contract.import.ts';
import * as printContract from '../contract.print.ts';
import * as queryContract from '../contract.query.ts';
import { ALL_RECORDS } from '../contract.records.ts';
import * as revealContract from '../contract.reveal.ts';
import * as selfEditContract from '../contract.selfEdit.ts';
import * as contract from '../contract.ts';
import { groupPeople, setGroupPeople } from '../nouns/partyGroup.ts';
import { memberRights } from '../rules.rights.ts';
import { recountOnNewDay } from './counters.ts';
import { encryptedMemberColumns } from './encrypted.ts';
import { memberQuality } from './qualityRoutes.ts';
import { isOwnPair } from './queries/duplicates.ts';
import { memberPointSources } from './queries/rewardEvidence.ts';
import { MEMBER_ROLL } from './queries/roll.ts';
import { memberStates } from './queries/waits.ts';
import { announceRecordRoutes, recordRoutes, recycledRecords } from './recordRoutes.ts';
import { recycledMembers } from './recycle.ts';
import { memberResidents, partyGroupBelonging } from './residents.ts';
import { memberRuleChecks } from './ruleChecks.ts';
import * as birthday from './service/birthday.ts';
import * as bulk from './service/bulk.ts';
import { runBulk } from './service/bulkRun.ts';
import * as detail from './service/detail.ts';
import * as exports from './service/export.ts';
import * as history from './service/history.ts';
import * as idCard from './service/idCard.ts';
import * as imports from './service/import.ts';
import * as existing from './service/importExisting.ts';
import { IMPORT_JOB, runImport } from './service/importRun.ts';
import { importTemplate } from './service/importTemplate.ts';
import { listUndone, undoImport } from './service/importUndo.ts';
import * as list from './service/list.ts';
import * as partyGroup from './service/partyGroup.ts';
import { printFullSheets, printSheets } from './service/print.ts';
import * as query from './service/query.ts';
import * as record from './service/record.ts';
import { revealPhones } from './service/revealPhones.ts';
import * as selfEdit from './service/selfEdit.ts';
import { memberTables } from './tables.ts';

const labels = { ...FIELD_LABELS, ...recordLabels(ALL_RECORDS) };

export const memberModule: ServerModule = {
  name: 'member',
  rights: memberRights,
  tables: memberTables,
  states: memberStates,
  subjects: { memberRecord: ownRows('sub_record'), pair: isOwnPair },
  routes: [
    bind(contract.listMembers, (ctx, input) => list.listMembers(ctx, input)),
    bind(contract.viewCounts, (ctx, { orgId }) => list.viewCounts(ctx, orgId)),
    bind(contract.getMember, (ctx, { id }) => detail.getMember(ctx, id)),
    bind(contract.memberTimeline, (ctx, input) => detail.memberTimeline(ctx, input)),
    bind(revealContract.revealMember, (ctx, input) => record.revealMember(ctx, input)),
    bind(printContract.printMembers, (ctx, input) => printSheets(ctx, input)),
    bind(revealContract.revealPhones, (ctx, input) => revealPhones(ctx, input)),
    bind(printContract.printMembersFull, (ctx, input) => printFullSheets(ctx, input)),
    bind(idCardContract.findByIdCard, (ctx, { idCardNo }) => record.findByIdCard(ctx, idCardNo)),
    bind(idCardContract.findByEncryptedIdCard, (ctx, input) => record.findByEncryptedIdCard(ctx, input)),
    bind(contract.createMember, (ctx, input) => record.createMember(ctx, input)),
    bind(contract.updateMember, (ctx, input) => record.updateMember(ctx, input)),
    bind(contract.removeMember, record.removeMember, (ctx, input) => confirmPassword(ctx, input.password)),
    bind(bulkContract.removeMembers, record.removeMembers, (ctx, input) => confirmPassword(ctx, input.password)),
    bind(contract.sortMember, (ctx, { id, beforeId }) => record.sortMember(ctx, id, beforeId)),
    bind(contract.exportMembers, (ctx, input) => exports.exportMembers(ctx, input)),
    ...recordRoutes,
    ...partyGroup.partyGroups.routes,
    bind(groupPeople, partyGroup.people),
    bind(setGroupPeople, partyGroup.setPeople),
    ...memberQuality.routes,
    bind(birthdayContract.listBirthdays, (ctx, input) => birthday.birthdays(ctx, input)),
    bind(birthdayContract.greetBirthdays, (ctx) => birthday.greetAll(ctx)),
    bind(historyContract.listHistory, (ctx, input) => history.listHistory(ctx, input)),
    bind(historyContract.getHistory, (ctx, input) => history.getHistory(ctx, input)),
    bind(historyContract.restoreHistory, (ctx, input) => history.restoreHistory(ctx, input)),
    bind(idCardContract.listIdCardChanges, (ctx, input) => idCard.listChanges(ctx, input)),
    bind(idCardContract.getIdCardChange, (ctx, { id }) => idCard.getChange(ctx, id)),
    bind(idCardContract.addIdCardChange, (ctx, input) => idCard.addChange(ctx, input)),
    bind(idCardContract.approveIdCardChange, idCard.decideChange, (ctx, input) => {
      idCard.refusePasswordInAddress(ctx);
      return confirmPassword(ctx, input.password);
    }),
    bind(idCardContract.withdrawIdCardChange, (ctx, { id }) => idCard.withdrawChange(ctx, id)),
    bind(idCardContract.revealIdCardChange, (ctx, input) => idCard.revealChange(ctx, input)),
    bind(selfEditContract.ownSelfEdit, (ctx) => selfEdit.ownLatest(ctx)),
    bind(selfEditContract.proposeSelfEdit, (ctx, input) => selfEdit.propose(ctx, input)),
    bind(selfEditContract.withdrawSelfEdit, (ctx, { id }) => selfEdit.withdraw(ctx, id)),
    bind(selfEditContract.listSelfEdits, (ctx, input) => selfEdit.listSelfEdits(ctx, input)),
    bind(selfEditContract.getSelfEdit, (ctx, { id }) => selfEdit.getSelfEdit(ctx, id)),
    bind(selfEditContract.revealSelfEdit, (ctx, input) => selfEdit.reveal(ctx, input)),
    bind(selfEditContract.decideSelfEdit, (ctx, input) => selfEdit.decide(ctx, input)),
    bind(queryContract.listQueries, (ctx) => query.listQueries(ctx)),
    bind(queryContract.getQuery, (ctx, { id }) => query.getQuery(ctx, id)),
    bind(queryContract.countQuery, (ctx, input) => query.countQuery(ctx, input)),
    bind(queryContract.saveQuery, (ctx, input) => query.saveQuery(ctx, input)),
    bind(queryContract.removeQuery, (ctx, { id }) => query.removeQuery(ctx, id)),
    bind(queryContract.restoreQuery, (ctx, input) => query.restoreQuery(ctx, input)),
    bind(bulkContract.previewBulk, (ctx, input) => bulk.previewBulk(ctx, input)),
    bind(bulkContract.startBulk, (ctx, { id }) => bulk.startBulk(ctx, id)),
    bind(bulkContract.getBulk, (ctx, { id }) => bulk.getBulk(ctx, id)),
    bind(bulkContract.bulkRows, (ctx, input) => bulk.bulkRows(ctx, input)),
    bind(bulkContract.undoBulk, (ctx, { id }) => bulk.undoBulk(ctx, id)),
    bind(bulkContract.memberLabels, (ctx, { id }) => bulk.memberLabels(ctx, id)),
    bind(importContract.importTemplate, importTemplate),
    bind(importContract.uploadImport, (ctx) => imports.uploadImport(ctx)),
    bind(importContract.startImport, (ctx, input) => imports.startImport(ctx, input)),
    bind(importContract.getImport, (ctx, { id }) => imports.getImport(ctx, id)),
    bind(importContract.listImports, (ctx, input) => imports.listImports(ctx, input)),
    bind(importContract.importGroups, (ctx, { id }) => imports.importGroups(ctx, id)),
    bind(importContract.importRows, (ctx, input) => imports.importRowsPage(ctx, input)),
    bind(importContract.fixImportRows, (ctx, input) => imports.fixImportRows(ctx, input)),
    bind(importContract.fixImportGroup, (ctx, { id, code }) => imports.fixImportGroup(ctx, id, code)),
    bind(importContract.skipImportRows, (ctx, input) => imports.skipImportRows(ctx, input)),
    bind(importContract.undoImport, (ctx, { id }) => undoImport(ctx, id)),
    bind(importContract.undoneInImport, (ctx, input) => listUndone(ctx, input)),
    bind(importContract.existingInImport, (ctx, { id }) => existing.compareExisting(ctx, id)),
    bind(importContract.updateExisting, (ctx, input) => existing.updateExisting(ctx, input)),
    bind(importContract.importErrorFile, (ctx, { id }) => imports.importErrorFile(ctx, id)),
  ],
  ruleChecks: [memberRuleChecks],
  pointSources: memberPointSources,
  nouns: [partyGroup.partyGroups],
  jobs: {
    ...partyGroup.partyGroups.jobs,
    ...memberQuality.jobs,
    [exports.EXPORT_JOB]: exports.runExport,
    [IMPORT_JOB]: runImport,
    [bulk.BULK_JOB]: runBulk,
  },
  encrypted: encryptedMemberColumns,
  recurring: [
    ...memberQuality.recurring,
    { name: 'member.recount', everySeconds: 60, run: recountOnNewDay },
    { name: 'memberPinyin', everySeconds: 60, run: ({ db }) => fillPinyin(db, 'member') },
    { name: 'member.roll', everySeconds: 2, run: async ({ db }) => void (await foldSums(db, MEMBER_ROLL)) },
  ],
  announce() {
    announceRecords(ALL_RECORDS);
    describeFields('member', Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, { label }])));
    describeFields('bulk', { changed: { label: '修改人数' }, undone: { label: '撤销人数' } });
    usesDictionary('0002', { table: 'member', column: 'person_category', label: '人员类别' });
    usesDictionary('0003', { table: 'member', column: 'membership_status', label: '党籍状态' });
    usesDictionary('0004', { table: 'member', column: 'gender', label: '党员性别' });
    usesDictionary('0005', { table: 'member', column: 'nation', label: '党员民族' });
    usesDictionary('0006', { table: 'member', column: 'education', label: '党员学历' });
    usesDictionary('0007', { table: 'member', column: 'degree', label: '党员学位' });
    usesDictionary('0008', { table: 'member', column: 'occupation', label: '党员工作岗位' });
    usesDictionary('0009', { table: 'member', column: 'join_type', label: '党员进入支部类型' });
    announceResidents(memberResidents);
    announceBelonging(partyGroupBelonging);
    registerRecycleKind(recycledMembers);
    registerRecycleKind(recycledRecords);
    canReadFile(idCard.PROOF, (ctx, file) => idCard.mayReadProof(ctx, file.rowId ?? '0'));
    canReadFile(record.PHOTO, (ctx, file) => detail.mayReadMember(ctx, file.rowId ?? '0'));
    announceRecordRoutes();
    idCard.announceIdCard();
    selfEdit.announceSelfEdit();
  },
};
