import type { DictNames } from '#kernel/dictionary/server/names.ts';
import { EXPORT_FIELDS } from '#people/member/rules/exportColumns.ts';
import { ageOn, partyAgeMonths } from '#people/member/rules.ts';
import type { RecordType } from '#platform/records/records.ts';
import type { Services } from '#platform/server/context.ts';
import { recordsOfAll } from '#platform/server/records/queries.ts';
import { fieldColumns, fieldTexts } from '#platform/server/records/sheet.ts';
import { redact } from '#platform/server/secrecy/redact.ts';
import type { SheetColumn } from '#platform/server/spreadsheet/write.ts';
import { ALL_RECORDS } from '../../contract.records.ts';
import { GENDERS, MEMBERSHIP_STATUSES, PERSON_CATEGORIES } from '../../contract.ts';
import type { ExportRecord } from '../queries/list.ts';

/** The full numbers of people by their ids, for an export that was asked for with them. */
export type FullNumbers = ReadonlyMap<string, { idCardNo: string; phonenumber: string }>;

type Text = (row: ExportRecord, names: DictNames, full: FullNumbers) => string;

const label = (labels: Readonly<Record<number, string>>, value: number) => labels[value] ?? '';
const yesNo = (value: boolean) => (value ? '是' : '否');

/** The texts of the columns, by their keys; numbers masked where no full ones are given. */
const TEXTS: Readonly<Record<string, Text>> = {
  name: (row) => row.name,
  gender: (row) => label(GENDERS, row.gender),
  idCardNo: (row, _names, full) => full.get(row.id)?.idCardNo ?? row.id_card_mask ?? '',
  birthDate: (row) => row.birth_date ?? '',
  age: (row) => (row.birth_date === null ? '' : String(ageOn(row.birth_date, row.today))),
  nation: (row, names) => names.name('0005', row.nation),
  personCategory: (row) => label(PERSON_CATEGORIES, row.person_category),
  membershipStatus: (row) => label(MEMBERSHIP_STATUSES, row.membership_status),
  education: (row, names) => names.name('0006', row.education),
  degree: (row, names) => names.name('0007', row.degree),
  occupation: (row, names) => names.name('0008', row.occupation),
  nativePlace: (row) => row.native_place,
  residence: (row) => row.residence,
  workUnit: (row) => row.work_unit,
  position: (row) => row.position,
  partyPost: (row) => row.party_post,
  orgName: (row) => row.org_name,
  appliedOn: (row) => row.applied_on ?? '',
  admissionDate: (row) => row.admission_date ?? '',
  conversionDate: (row) => row.conversion_date ?? '',
  partyAge: (row) => {
    const months = partyAgeMonths(row.conversion_date, row.today);
    return months === null ? '' : String(Math.floor(months / 12));
  },
  joinType: (row, names) => names.name('0009', row.join_type),
  joinedBranchOn: (row) => row.joined_branch_on ?? '',
  phonenumber: (row, _names, full) => full.get(row.id)?.phonenumber ?? row.phone_mask ?? '',
  isFloating: (row) => yesNo(row.is_floating),
  isLostContact: (row) => yesNo(row.is_lost_contact),
  isMigrantWorker: (row) => yesNo(row.is_migrant_worker),
  remark: (row) => redact(row.remark),
  completeness: (row) => `${row.completeness}%`,
};
const FIELDS = new Map(EXPORT_FIELDS.map((field) => [field.key, field]));
const NONE: FullNumbers = new Map();

/** What an export writes for each chunk of people. */
export interface Sheet {
  title: string;
  /** 人 of the roll, 条 of a tab. */
  unit: string;
  columns: readonly SheetColumn[];
  linesOf(people: readonly ExportRecord[], full?: FullNumbers): Promise<string[][]>;
}

/** The roll itself, by the keys of its columns. */
export function rollSheet(keys: readonly string[], names: DictNames): Sheet {
  const fields = keys.flatMap((key) => FIELDS.get(key) ?? []);
  const texts = fields.flatMap(({ key }) => TEXTS[key] ?? []);
  return {
    title: '党员名册',
    unit: '人',
    columns: fields.map(({ label, width, kind }) => ({ head: label, width, ...(kind ? { kind } : {}) })),
    linesOf: async (people, full = NONE) => people.map((row) => texts.map((text) => text(row, names, full))),
  };
}

/** The tab of this kind; undefined where there is none. */
export const exportedTab = (kind: string): RecordType | undefined => ALL_RECORDS.find((sort) => sort.kind === kind);

/** Whose row it is stands before the row's own fields, headed as the import of the same tab reads it. */
const OWNER_COLUMNS = ['name', 'idCardNo', 'orgName'];

/** The rows of one tab of the chosen people: people in the roll's order, rows in the tab's. */
export function tabSheet(services: Services, sort: RecordType, names: DictNames): Sheet {
  const owner = rollSheet(OWNER_COLUMNS, names);
  return {
    title: sort.label,
    unit: '条',
    columns: [
      ...owner.columns.map((column) => (column.head === '姓名' ? { ...column, head: '人员姓名' } : column)),
      ...fieldColumns(sort),
    ],
    async linesOf(people, full) {
      const rows = await recordsOfAll(
        services.db,
        sort,
        people.map(({ id }) => id),
      );
      const [heads, byOwner] = [await owner.linesOf(people, full), Map.groupBy(rows, ({ ownerId }) => ownerId)];
      return people.flatMap(({ id }, at) =>
        (byOwner.get(id) ?? []).map(({ fields }) => [...(heads[at] ?? []), ...fieldTexts(sort, fields, names)]),
      );
    },
  };
}
