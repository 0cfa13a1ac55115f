import type { FormValues } from '#platform/web/form/useForm.ts';
import type { OrgDetail } from '../contract.ts';

/** Labels of the form's fields, where a comparison names them. */
export const LABELS: Readonly<Record<string, string>> = {
  name: '组织名称',
  shortName: '组织简称',
  type: '组织类别',
  foundedOn: '成立日期',
  unitRelation: '所在单位情况',
  canApprove: '审批预备党员权限',
  functional: '功能型党组织',
  contact: '联系人',
  phone: '联系电话',
  address: '地址',
  introduction: '简介',
  lng: '经度',
  lat: '纬度',
};

/** An organisation as its form holds it. */
export function orgValuesOf(org: OrgDetail): FormValues {
  return {
    name: org.name,
    shortName: org.shortName,
    type: String(org.type),
    foundedOn: org.foundedOn ?? '',
    unitRelation: org.unitRelation,
    canApprove: org.canApprove,
    functional: org.functional,
    contact: org.contact,
    phone: org.phone,
    address: org.address,
    introduction: org.introduction,
    lng: org.lng === null ? '' : String(org.lng),
    lat: org.lat === null ? '' : String(org.lat),
  };
}

/** An empty form. */
export const newOrgValues: FormValues = {
  name: '',
  shortName: '',
  type: '',
  foundedOn: '',
  unitRelation: '1',
  canApprove: false,
  functional: false,
  contact: '',
  phone: '',
  address: '',
  introduction: '',
  lng: '',
  lat: '',
};
