import type { DictNames } from '#modules/dictionary/server/names.ts';
import { ageOn, partyAgeMonths } from '#modules/member/rules.ts';
import type { RecordSort } from '#platform/records.ts';
import type { Services } from '#platform/server/context.ts';
import { recordsOfAll } from '#platform/server/records/queries.ts';
import { fieldColumns, fieldTexts } from '#platform/server/records/sheet.ts';
import type { SheetColumn } from '#platform/server/spreadsheet/write.ts';
import { ALL_RECORDS } from '../../contract.records.ts';
import { GENDERS, MEMBERSHIP_STATUSES, PERSON_CATEGORIES } from '../../contract.ts';
import type { ExportRecord } from '../queries/list.ts';

interface ExportColumn extends SheetColumn {
  text(row: ExportRecord, names: DictNames): string;
}

const label = (labels: Readonly<Record<number, string>>, value: number) => labels[value] ?? '';

/** What may be exported, by the key that the list's columns bear; personal values only masked. */
export const EXPORT_COLUMNS: Readonly<Record<string, ExportColumn>> = {
  name: { head: '姓名', width: 12, text: (row) => row.name },
  gender: { head: '性别', width: 6, text: (row) => label(GENDERS, row.gender) },
  idCardNo: { head: '身份证号', width: 22, text: (row) => row.id_card_mask ?? '' },
  birthDate: { head: '出生日期', width: 12, text: (row) => row.birth_date ?? '' },
  age: {
    head: '年龄',
    width: 6,
    text: (row) => (row.birth_date === null ? '' : String(ageOn(row.birth_date, row.today))),
  },
  nation: { head: '民族', width: 10, text: (row, names) => names.name('0005', row.nation) },
  personCategory: { head: '人员类别', width: 12, text: (row) => label(PERSON_CATEGORIES, row.person_category) },
  membershipStatus: { head: '党籍状态', width: 10, text: (row) => label(MEMBERSHIP_STATUSES, row.membership_status) },
  education: { head: '学历', width: 16, text: (row, names) => names.name('0006', row.education) },
  degree: { head: '学位', width: 10, text: (row, names) => names.name('0007', row.degree) },
  occupation: { head: '工作岗位', width: 18, text: (row, names) => names.name('0008', row.occupation) },
  nativePlace: { head: '籍贯', width: 18, text: (row) => row.native_place },
  residence: { head: '现居住地', width: 24, text: (row) => row.residence },
  workUnit: { head: '工作单位', width: 24, text: (row) => row.work_unit },
  position: { head: '职务', width: 14, text: (row) => row.position },
  partyPost: { head: '党内职务', width: 12, text: (row) => row.party_post },
  orgName: { head: '所在党支部', width: 28, text: (row) => row.org_name },
  appliedOn: { head: '申请入党日期', width: 14, text: (row) => row.applied_on ?? '' },
  admissionDate: { head: '入党日期', width: 12, text: (row) => row.admission_date ?? '' },
  conversionDate: { head: '转正日期', width: 12, text: (row) => row.conversion_date ?? '' },
  partyAge: {
    head: '党龄',
    width: 6,
    text: (row) => {
      const months = partyAgeMonths(row.conversion_date, row.today);
      return months === null ? '' : String(Math.floor(months / 12));
    },
  },
  joinType: { head: '进入支部类型', width: 18, text: (row, names) => names.name('0009', row.join_type) },
  joinedBranchOn: { head: '进入支部日期', width: 14, text: (row) => row.joined_branch_on ?? '' },
  phonenumber: { head: '手机号', width: 14, text: (row) => row.phone_mask ?? '' },
  isFloating: { head: '流动党员', width: 10, text: (row) => (row.is_floating ? '是' : '否') },
  completeness: { head: '完整度', width: 8, text: (row) => `${row.completeness}%` },
};
/** The columns of who chooses none. */
export const USUAL_COLUMNS = [
  'name',
  'gender',
  'idCardNo',
  'education',
  'personCategory',
  'orgName',
  'admissionDate',
  'partyAge',
  'phonenumber',
];

/** What an export writes for each chunk of people. */
export interface Sheet {
  title: string;
  /** 人 of the roll, 条 of a tab. */
  unit: string;
  columns: readonly SheetColumn[];
  linesOf(people: readonly ExportRecord[]): Promise<string[][]>;
}

/** The roll itself, by the keys of its columns. */
export function rollSheet(keys: readonly string[], names: DictNames): Sheet {
  const columns = keys.map((key) => EXPORT_COLUMNS[key]).filter((column) => column !== undefined);
  return {
    title: '党员名册',
    unit: '人',
    columns,
    linesOf: async (people) => people.map((row) => columns.map((column) => column.text(row, names))),
  };
}

/** The tab of this kind; undefined where there is none. */
export const exportedTab = (kind: string): RecordSort | undefined => ALL_RECORDS.find((sort) => sort.kind === kind);

/** Whose row it is stands before the row's own fields, headed as the import of the same tab reads it. */
const OWNER_COLUMNS = ['name', 'idCardNo', 'orgName'];

/** The rows of one tab of the chosen people: people in the roll's order, rows in the tab's. */
export function tabSheet(services: Services, sort: RecordSort, names: DictNames): Sheet {
  const owner = rollSheet(OWNER_COLUMNS, names);
  return {
    title: sort.label,
    unit: '条',
    columns: [
      ...owner.columns.map((column) => (column.head === '姓名' ? { ...column, head: '人员姓名' } : column)),
      ...fieldColumns(sort),
    ],
    async linesOf(people) {
      const rows = await recordsOfAll(
        services.db,
        sort,
        people.map(({ id }) => id),
      );
      const [heads, byOwner] = [await owner.linesOf(people), Map.groupBy(rows, ({ ownerId }) => ownerId)];
      return people.flatMap(({ id }, at) =>
        (byOwner.get(id) ?? []).map(({ fields }) => [...(heads[at] ?? []), ...fieldTexts(sort, fields, names)]),
      );
    },
  };
}
