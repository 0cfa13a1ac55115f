import type { FormValues } from '#platform/web/form/useForm.ts';
import type { UnitDetail } from '../../contract.unit.ts';

/** Labels of the form's fields, where a comparison names them. */
export const LABELS: Readonly<Record<string, string>> = {
  orgId: '所属党组织',
  name: '单位名称',
  creditCode: '统一社会信用代码',
  noCode: '没有统一社会信用代码',
  nature: '单位性质',
  isLegal: '法人单位',
  establishment: '建立党组织情况',
  leadingGroup: '建立党组情况',
  staffCount: '在岗职工人数',
  scale: '企业规模',
  holding: '控股情况',
  affiliation: '隶属关系',
  industry: '所属行业',
  manager: '单位负责人',
  phone: '联系电话',
  address: '地址',
};

/** A unit as its form holds it. */
export const unitValuesOf = (unit: UnitDetail): FormValues => ({
  orgId: unit.orgId,
  name: unit.name,
  creditCode: unit.creditCode ?? '',
  noCode: unit.noCode,
  nature: unit.nature,
  isLegal: unit.isLegal,
  establishment: unit.establishment ?? '',
  leadingGroup: unit.leadingGroup ?? '',
  staffCount: unit.staffCount === null ? '' : String(unit.staffCount),
  scale: unit.scale ?? '',
  holding: unit.holding ?? '',
  affiliation: unit.affiliation ?? '',
  industry: unit.industry,
  manager: unit.manager,
  phone: unit.phone,
  address: unit.address,
});

/** An empty form for an organisation's unit. */
export const newUnitValues = (orgId: string): FormValues => ({
  orgId,
  name: '',
  creditCode: '',
  noCode: false,
  nature: '',
  isLegal: true,
  establishment: '',
  leadingGroup: '',
  staffCount: '',
  scale: '',
  holding: '',
  affiliation: '',
  industry: '',
  manager: '',
  phone: '',
  address: '',
});
