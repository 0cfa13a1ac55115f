import type { Person } from '#people/member/rules.ts';
import { GENDERS, MEMBERSHIP_STATUSES, PERSON_CATEGORIES } from '../contract.ts';

/** A field of the main record by its name on the wire, with its place in `Person` and how its value is shown. */
export interface PersonField {
  wire: string;
  field: keyof Person;
  label: string;
  /** Dictionary of the value. */
  dictionary?: string;
  /** Chinese names of the value where the contract fixes them. */
  labels?: Readonly<Record<string | number, string>>;
  /** Masked wherever it is shown. */
  personal?: boolean;
  yesNo?: boolean;
}

/** The editable fields, in the order of the form; audit, timeline, export and import all speak of them by this list. */
export const PERSON_FIELDS: readonly PersonField[] = [
  { wire: 'name', field: 'name', label: '姓名' },
  { wire: 'idCardNo', field: 'idCard', label: '身份证号', personal: true },
  { wire: 'gender', field: 'gender', label: '性别', labels: GENDERS },
  { wire: 'birthDate', field: 'birthDate', label: '出生日期' },
  { wire: 'nation', field: 'nation', label: '民族', dictionary: '0005' },
  { wire: 'personCategory', field: 'personCategory', label: '人员类别', labels: PERSON_CATEGORIES },
  { wire: 'membershipStatus', field: 'membershipStatus', label: '党籍状态', labels: MEMBERSHIP_STATUSES },
  { wire: 'education', field: 'education', label: '学历', dictionary: '0006' },
  { wire: 'degree', field: 'degree', label: '学位', dictionary: '0007' },
  { wire: 'occupation', field: 'occupation', label: '工作岗位', dictionary: '0008' },
  { wire: 'nativePlace', field: 'nativePlace', label: '籍贯' },
  { wire: 'residence', field: 'residence', label: '现居住地' },
  { wire: 'workUnit', field: 'workUnit', label: '工作单位' },
  { wire: 'position', field: 'position', label: '职务' },
  { wire: 'partyPost', field: 'partyPost', label: '党内职务' },
  { wire: 'phonenumber', field: 'phone', label: '手机号', personal: true },
  { wire: 'appliedOn', field: 'appliedOn', label: '申请入党日期' },
  { wire: 'admissionDate', field: 'admissionDate', label: '入党日期' },
  { wire: 'conversionDate', field: 'conversionDate', label: '转正日期' },
  { wire: 'joinType', field: 'joinType', label: '进入支部类型', dictionary: '0009' },
  { wire: 'joinedBranchOn', field: 'joinedBranchOn', label: '进入支部日期' },
  { wire: 'isFloating', field: 'isFloating', label: '流动党员', yesNo: true },
  { wire: 'isLostContact', field: 'isLostContact', label: '失联党员', yesNo: true },
  { wire: 'isMigrantWorker', field: 'isMigrantWorker', label: '农民工', yesNo: true },
  { wire: 'remark', field: 'remark', label: '备注' },
];

/** Chinese labels of the wire names that a record's history speaks of. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  orgId: '所在党支部',
  photo: '照片',
  labels: '标签',
  ...Object.fromEntries(PERSON_FIELDS.map(({ wire, label }) => [wire, label])),
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const COLUMN_LABELS: Readonly<Record<string, string>> = {
  org_id: '所在党支部',
  photo: '照片',
  id_card_mask: '身份证号',
  phone_mask: '手机号',
  ...Object.fromEntries(PERSON_FIELDS.map(({ field, label }) => [snake(field), label])),
};

/** The label of a field by its column in the table. */
export const labelOfColumn = (column: string): string => COLUMN_LABELS[column] ?? '档案';
