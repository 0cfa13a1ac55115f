import { recordLabels } from '#platform/records/records.ts';
import { type AuditField, describeFields } from '#platform/server/log/auditFields.ts';
import { ALL_ORG_RECORDS } from '../contract.records.ts';
import { ORG_TYPES } from '../contract.ts';
import { CHANGE_KINDS, CHANGE_STATES } from '../rules.changes.ts';
import { EXTENSION_STATES } from '../rules.office.ts';

/** How the log reads the fields of an organisation. */
export function describeOrg(): void {
  const records = Object.entries(recordLabels(ALL_ORG_RECORDS)).map(([name, label]): [string, AuditField] => [
    name,
    { label },
  ]);
  describeFields('org', {
    ...Object.fromEntries(records),
    code: { label: '组织编码' },
    parentName: { label: '上级党组织' },
    standing: { label: '组织状态' },
    people: { label: '人员划转' },
    name: { label: '组织名称' },
    shortName: { label: '组织简称' },
    type: { label: '组织类别', values: ORG_TYPES },
    foundedOn: { label: '成立日期' },
    unitRelation: { label: '所在单位情况' },
    canApprove: { label: '具有审批预备党员权限', yesNo: true },
    functional: { label: '功能型党组织', yesNo: true },
    contact: { label: '联系人' },
    phone: { label: '联系电话' },
    address: { label: '地址' },
    introduction: { label: '简介' },
    lng: { label: '经度' },
    lat: { label: '纬度' },
    'office.number': { label: '届次：届数' },
    'office.electedOn': { label: '届次：当选日期' },
    'office.years': { label: '届次：任期年限' },
    'office.method': { label: '届次：产生方式' },
    'office.entitled': { label: '届次：应到会人数' },
    'office.present': { label: '届次：实到会人数' },
    'office.posts': { label: '届次：班子成员' },
    'office.remark': { label: '届次：备注' },
    'office.expiresOn': { label: '届次：届满日期' },
    'office.extendTo': { label: '届次：申请延期至' },
    'office.extension': { label: '届次：延期申请', values: EXTENSION_STATES },
  });
  describeFields('orgChange', {
    kind: { label: '变更种类', values: CHANGE_KINDS },
    number: { label: '文号' },
    issuedOn: { label: '发文日期' },
    reason: { label: '变更事由' },
    name: { label: '组织名称' },
    state: { label: '状态', values: CHANGE_STATES },
  });
}
