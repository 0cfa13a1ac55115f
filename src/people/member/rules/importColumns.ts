import { cleanHead } from '#platform/records/recordSheet.ts';
import { PERSON_FIELDS } from './fields.ts';

/** A column of the sheet that names the branch; resolved among the organisations in scope. */
export const ORG_COLUMN = 'orgName';

/** Fields that a sheet may bring, by wire name, with the label that the template heads them with. */
export const IMPORT_FIELDS: readonly { field: string; label: string }[] = [
  ...PERSON_FIELDS.map(({ wire, label }) => ({ field: wire, label })),
  { field: ORG_COLUMN, label: '所在党支部' },
];

/**
 * The answer to whether a row that is like somebody registered is another person; no column of a sheet, given while rows are
 * fixed.
 */
export const ANOTHER = { field: 'isAnother', label: '是否另一人', yes: '另一人' } as const;

/** The columns without which nothing is imported. */
export const REQUIRED_COLUMNS = ['name', 'idCardNo'] as const;

/** How sheets from elsewhere head these columns, beside the labels themselves. */
const SYNONYMS: Readonly<Record<string, string>> = {
  name: '党员姓名 人员姓名 名字',
  idCardNo: '身份证号码 公民身份号码 公民身份证号 公民身份证号码 居民身份证号 身份证 证件号码 证件号',
  birthDate: '出生年月 出生年月日 出生时间 生日',
  nation: '民族名称',
  personCategory: '党员类别 人员类型 党员类型 政治面貌 类别',
  membershipStatus: '党籍',
  education: '文化程度 最高学历 学历层次',
  occupation: '岗位 职业 个人身份 从事工作',
  nativePlace: '籍贯地',
  residence: '家庭住址 家庭地址 现住址 居住地 住址 现居住地址',
  workUnit: '单位 所在单位 单位名称 工作单位名称 就业单位',
  position: '行政职务 单位职务 工作职务',
  partyPost: '党内任职 党务职务',
  phonenumber: '手机号码 手机 联系方式 联系电话 电话 移动电话 电话号码',
  appliedOn: '申请入党时间 递交入党申请书日期 递交入党申请书时间 申请时间',
  admissionDate: '入党时间 入党年月 加入党组织日期 加入党组织时间 加入中国共产党日期 加入中共日期',
  conversionDate: '转正时间 转为正式党员日期 转为正式党员时间 转正年月',
  joinType: '进入党支部类型 转入类型',
  joinedBranchOn: '进入支部时间 进入当前支部日期 进入当前党支部日期 进入党支部日期 转入时间 转入日期',
  isFloating: '是否流动党员 是否流动',
  isLostContact: '是否失联党员 是否失联',
  isMigrantWorker: '是否农民工',
  remark: '说明 备注信息',
  [ORG_COLUMN]:
    '所属支部 所属党支部 所在支部 党支部 党支部名称 支部名称 党组织名称 所在党组织 所属党组织 组织关系所在党支部 所在党组织名称',
};

const FIELD_OF = new Map<string, string>();
for (const { field, label } of IMPORT_FIELDS) {
  for (const head of [label, ...(SYNONYMS[field] ?? '').split(' ')]) if (head !== '') FIELD_OF.set(head, field);
}

/** The field of each head, the first of several that mean the same; null where nothing is known. */
export function matchColumns(heads: readonly string[]): (string | null)[] {
  const taken = new Set<string>();
  return heads.map((head) => {
    const field = FIELD_OF.get(cleanHead(head));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** Whether a line can be the head: it names the person and at least one thing more. */
export function isHead(cells: readonly string[]): boolean {
  const fields = matchColumns(cells).filter((field) => field !== null);
  return fields.length >= 2 && REQUIRED_COLUMNS.some((field) => fields.includes(field));
}
